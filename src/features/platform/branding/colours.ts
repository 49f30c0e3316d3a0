type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
/** The background of our dark pages. */
const DARK: Rgb = [26, 34, 32]

const parse = (colour: string): Rgb => {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

const format = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance as WCAG 2 defines it. */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** The minimum contrast on white. Text needs more than lines and areas (WCAG 2.2, 1.4.3 and 1.4.11). */
const NEEDED = { primary_colour: 4.5, accent_colour: 3 } as const
export type ColourName = keyof typeof NEEDED

/** Returns why a colour is not readable on white, or null when it is. */
export function refuseColour(name: ColourName, colour: string): string | null {
  const reached = contrast(parse(colour), WHITE)
  if (reached >= NEEDED[name]) return null
  return `${name} ${colour} has a contrast of ${(Math.floor(reached * 100) / 100).toFixed(2)}:1 on white and needs ${NEEDED[name]}:1. Choose a darker one.`
}

/** The same hue, lightened until it is readable on a dark page. */
export function onDark(colour: string): string {
  const [red, green, blue] = parse(colour)
  for (let share = 0; share < 1; share += 0.05) {
    const lighten = (part: number) => part + (255 - part) * share
    const mixed: Rgb = [lighten(red), lighten(green), lighten(blue)]
    if (contrast(mixed, DARK) >= 4.5) return format(mixed)
  }
  return format(WHITE)
}
