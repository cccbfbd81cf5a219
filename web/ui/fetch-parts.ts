/** Fetches what the widgets leave out of the first picture, so that it is there when someone uses it. */
export function fetchPartsAfterLoad(): void {
  const fetchParts = () =>
    void Promise.allSettled([
      import('./action/menu-parts.tsx'),
      import('./action/tooltip-parts.tsx'),
      import('./dialog/dialog-parts.tsx'),
      import('./form/select-parts.tsx'),
    ])
  addEventListener('load', () => setTimeout(fetchParts), { once: true })
}
