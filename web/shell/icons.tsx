/* Line icons in the colour of the text next to them. */
const LINES = {
  home: 'M3 11 12 4l9 7M6 9.5V20h12V9.5',
  pay: 'M3 7h18v10H3zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  people: 'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 19a6 6 0 0 1 12 0M16 6a3 3 0 0 1 0 5M18 14a5 5 0 0 1 3 5',
  requests: 'M4 5h16v14H4zM4 14h5l1 2h4l1-2h5',
  authority: 'M4 9h16L12 4zM6 9v8M10 9v8M14 9v8M18 9v8M4 20h16',
  year: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  reports: 'M5 20V10M12 20V4M19 20v-7',
  company: 'M5 20V4h9v16M14 9h5v11M8 8h3M8 12h3M8 16h3',
  settings: 'M4 7h10M18 7h2M16 5v4M4 17h2M10 17h10M8 15v4',
  developers: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13 6l-2 12',
} as const

export type IconName = keyof typeof LINES

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={LINES[name]} />
    </svg>
  )
}
