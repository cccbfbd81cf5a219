// `npm run generate` writes this file from openapi/console.json.

export type Nothing = Readonly<Record<never, never>>

export interface Operations {
}

export const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
}
