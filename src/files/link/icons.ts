import { Html } from '../../platform/pages/html.ts'

const icon = (path: string): Html =>
  new Html(
    '<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" ' +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`,
  )

export const folderIcon = icon('M3 6h6l2 3h10v10H3z')
export const fileIcon = icon('M6 3h8l4 4v14H6zM14 3v4h4')
export const downloadIcon = icon('M12 4v11M7 11l5 5 5-5M4 20h16')
