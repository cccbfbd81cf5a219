/** Outlines on a grid of 24, drawn with strokes. */
const paths = {
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  alert: 'M12 4 2.8 20h18.4zM12 10v4M12 17v.01',
  archive: 'M4 4h16v5H4zM5.5 9v11h13V9M10 13h4',
  back: 'M19 12H5M11 6l-6 6 6 6',
  bars: 'M4 20h16M6 16v-4M12 16V6M18 16V9',
  book: 'M12 6.5C10 5 7 4.5 4 5v14c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v14',
  building: 'M3 20h18M5 20V5l8-2v17M13 9h6v11M8 8v.01M8 12v.01M8 16v.01M16 13v.01M16 16.5v.01',
  check: 'M5 12.5 10 17 19 7',
  chevronDown: 'M6 9.5l6 6 6-6',
  chevronLeft: 'M14.5 6l-6 6 6 6',
  chevronRight: 'M9.5 6l6 6-6 6',
  chevronUp: 'M6 14.5l6-6 6 6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  dots: 'M5 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2zM12 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2zM19 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2z',
  download: 'M4 17v3h16v-3M7 11l5 5 5-5M12 4v12',
  edit: 'M4 20v-4L15.5 4.5l4 4L8 20zM13 7l4 4',
  external: 'M11 6H5v13h13v-6M10 14 20 4M14.5 4H20v5.5',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5s-7-2-9.5-6.5zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  fall: 'M12 5v14M6 13l6 6 6-6',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  fileText: 'M6 3h8l5 5v13H6zM14 3v5h5M9.5 12.5h6M9.5 16h6',
  fileCode: 'M6 3h8l5 5v13H6zM14 3v5h5M10.5 12l-2 2.5 2 2.5M13.5 12l2 2.5-2 2.5',
  fileTable: 'M6 3h8l5 5v13H6zM14 3v5h5M9 12h7v6H9zM9 15h7M12.5 12v6',
  filter: 'M4 5h16l-6 7.5V19l-4 2v-8.5z',
  folder: 'M3 6h6l2.5 3H21v10H3z',
  folderMove: 'M11 19H3V6h6l2.5 3H21v4M14 19h7M18 16l3 3-3 3',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  history: 'M4 12a8 8 0 1 1 2.5 5.8M4 12 2 9.5M4 12l2.5-2M12 8v4.5l3 1.5',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9.5h4M4 14.5h4M16 9.5h4M16 14.5h4',
  home: 'M3.5 12 12 4l8.5 8M6 10v10h12V10M10 20v-6h4v6',
  image: 'M4 5h16v14H4zM8.5 8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM4 17l5-4 3 2.5 4-4.5 4 4',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v.01M11 12h1v4.5h1',
  key: 'M15.5 3.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 12l-8.5 8.5M6 18l2.5 2.5M9 15l2 2',
  keyboard: 'M2.5 6.5h19v11h-19zM6 10v.01M10 10v.01M14 10v.01M18 10v.01M6 14v.01M18 14v.01M9.5 14h5',
  link: 'M9.5 14.5l5-5M11 6.5l1-1a4.6 4.6 0 0 1 6.5 6.5l-1 1M13 17.5l-1 1A4.6 4.6 0 0 1 5.5 12l1-1',
  lock: 'M5 11h14v9.5H5zM8 11V7.5a4 4 0 0 1 8 0V11M12 15v2',
  logOut: 'M14 8V4H5v16h9v-4M10 12h11M17.5 8.5 21 12l-3.5 3.5',
  mail: 'M3 5.5h18v13H3zM3 7l9 6.5L21 7',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  message: 'M4 4.5h16v12H11l-5 4v-4H4zM8 9h8M8 12.5h5',
  minus: 'M6 12h12',
  music:
    'M9 18V5l11-2v13M6.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17.5 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  pause: 'M8 5v14M16 5v14',
  phone: 'M7 2.5h10v19H7zM11 5.5h2M12 18v.01',
  play: 'M7 4.5v15l12-7.5z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11A8 8 0 0 0 5.5 7.5L4 9M4 4.5V9h4.5M4 13a8 8 0 0 0 14.5 3.5L20 15M20 19.5V15h-4.5',
  rise: 'M12 19V5M6 11l6-6 6 6',
  rows: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20.5 20.5',
  send: 'M20.5 3.5 10 14M20.5 3.5 14 20.5l-4-6.5-6.5-4z',
  server: 'M3.5 4h17v7h-17zM3.5 13h17v7h-17zM7 7.5v.01M7 16.5v.01M11 7.5h6M11 16.5h6',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h3M11 12h9M9 10v4',
  share:
    'M17.5 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6.5 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17.5 16a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8.8 10.8l6.4-4M8.8 13.2l6.4 4',
  sound: 'M4 9.5v5h3.5l5 4v-13l-5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  tag: 'M3.5 3.5h8l9 9-8 8-9-9zM8 8v.01',
  trash: 'M4 6.5h16M9 6.5V3.5h6v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
  updown: 'M8 9.5 12 5.5l4 4M8 14.5l4 4 4-4',
  upload: 'M4 17v3h16v-3M7 9l5-5 5 5M12 4v12',
  unzip: 'M12 20V8M7 12.5 12 8l5 4.5M4 4h16',
  user: 'M12 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 20.5c0-3.5 3-6 7-6s7 2.5 7 6',
  users:
    'M9 4a3.8 3.8 0 1 0 0 7.6A3.8 3.8 0 0 0 9 4zM2.5 20c0-3.3 2.8-5.5 6.5-5.5s6.5 2.2 6.5 5.5M15.5 4.2a3.8 3.8 0 0 1 0 7.2M18 15c2.2.7 3.5 2.5 3.5 5',
  webhook:
    'M12 3.5a3.5 3.5 0 0 1 3.5 3.5c0 1.3-.7 2.4-1.7 3l3 5.2M12 7l-3.5 6.5M7 13.5a3.5 3.5 0 1 0 3.5 3.5H17M14.5 19.5A3.5 3.5 0 1 0 17 13.5',
} as const

export type IconName = keyof typeof paths

/** An 18 px outline. Put a word beside it or a label on what holds it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: 16 | 18 | 24 }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 24 ? 1.5 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
