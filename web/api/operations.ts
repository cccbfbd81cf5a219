// `npm run generate` writes this file from openapi/console.json.

export interface Operations {
}

export const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
}
