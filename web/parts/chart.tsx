import { type RefObject, useEffect, useRef, useState } from 'react'

const FIRST_WIDTH = 380
const HEIGHT = 200
const LEFT = 56
const RIGHT = 18
const BOTTOM = 26
const TOP = 10
/** The width of a name below the axis. */
const NAME_WIDTH = 76
const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'] as const

export type Series = { name: string; values: number[] }

type Props = {
  /** A description of the chart for screen readers. */
  label: string
  names: string[]
  series: Series[]
  kind: 'stack' | 'line'
  /** Formats a value on the axis. */
  format: (value: number) => string
  /** Formats the value under the pointer. */
  tell?: (value: number) => string
}

/** Stacked bars or lines in the width of their frame, drawn as SVG in the page's colours. */
export function Chart({ label, names, series, kind, format, tell = format }: Props) {
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame)
  const heights = names.map((_, at) =>
    kind === 'stack' ? series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0) : 0,
  )
  const largest = Math.max(...heights, ...(kind === 'line' ? series.flatMap(({ values }) => values) : []), 0)
  const top = niceTop(largest)
  const slot = (width - LEFT - RIGHT) / Math.max(1, names.length)
  const every = Math.ceil(names.length / Math.max(1, Math.floor((width - LEFT - RIGHT) / NAME_WIDTH)))
  const x = (at: number) => LEFT + slot * (at + 0.5)
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  const places = { series, names, x, y, tell }
  return (
    <figure className="svg-chart" ref={frame}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={width} y1={y(top * share)} y2={y(top * share)} className="grid" />
            <text x={LEFT - 6} y={y(top * share) + 4} textAnchor="end">
              {format(top * share)}
            </text>
          </g>
        ))}
        {names.map((name, at) =>
          at % every === 0 ? (
            <text key={name} x={x(at)} y={HEIGHT - 8} textAnchor="middle">
              {name}
            </text>
          ) : null,
        )}
        {kind === 'stack' ? <Bars {...places} width={Math.min(46, slot * 0.62)} /> : <Lines {...places} />}
      </svg>
      {series.length > 1 && (
        <figcaption>
          {series.map(({ name }, index) => (
            <span key={name}>
              <i style={{ background: `var(${colour(index)})` }} /> {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}

/** The current width of the frame. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const sizes = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [frame])
  return width
}

type Places = {
  series: Series[]
  names: string[]
  x: (at: number) => number
  y: (value: number) => number
  tell: (value: number) => string
}

function Lines({ series, names, x, y, tell }: Places) {
  return series.map(({ name, values }, index) => (
    <g key={name} style={{ stroke: `var(${colour(index)})`, fill: `var(${colour(index)})` }}>
      <polyline points={values.map((value, at) => `${x(at)},${y(value)}`).join(' ')} />
      {values.map((value, at) => (
        <circle key={names[at]} cx={x(at)} cy={y(value)} r={3}>
          <title>{`${names[at]}, ${name}: ${tell(value)}`}</title>
        </circle>
      ))}
    </g>
  ))
}

function Bars({ series, names, x, y, tell, width }: Places & { width: number }) {
  const floors = new Array<number>(names.length).fill(0)
  return series.map(({ name, values }, index) => (
    <g key={name} style={{ fill: `var(${colour(index)})` }}>
      {values.map((value, at) => {
        const from = floors[at] ?? 0
        floors[at] = from + Math.max(0, value)
        const height = y(from) - y(floors[at] ?? 0)
        return (
          <rect
            key={names[at]}
            x={x(at) - width / 2}
            y={y(floors[at] ?? 0)}
            width={width}
            height={Math.max(0, height)}
          >
            <title>{`${names[at]}, ${name}: ${tell(value)}`}</title>
          </rect>
        )
      })}
    </g>
  ))
}

const colour = (index: number) => COLOURS[index % COLOURS.length] ?? '--chart-1'

/** Rounds up to 1, 2 or 5 times a power of ten. */
function niceTop(largest: number): number {
  if (largest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power
}
