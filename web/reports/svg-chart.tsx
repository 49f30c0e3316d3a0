const WIDTH = 380
const HEIGHT = 200
const LEFT = 52
const RIGHT = 18
const BOTTOM = 26
const TOP = 10
const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'] as const

export type Series = { name: string; values: number[] }

type Props = {
  /** What it shows, for those who cannot see it. */
  label: string
  names: string[]
  series: Series[]
  kind: 'stack' | 'line'
  format: (value: number) => string
}

/** Stacked bars or a line: drawn as SVG, in the colours of the page. */
export function SvgChart({ label, names, series, kind, format }: Props) {
  const heights = names.map((_, at) =>
    kind === 'stack' ? series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0) : 0,
  )
  const largest = Math.max(...heights, ...(kind === 'line' ? series.flatMap(({ values }) => values) : []), 0)
  const top = niceTop(largest)
  const slot = (WIDTH - LEFT - RIGHT) / Math.max(1, names.length)
  const x = (at: number) => LEFT + slot * (at + 0.5)
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  return (
    <figure className="svg-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={WIDTH} y1={y(top * share)} y2={y(top * share)} className="grid" />
            <text x={LEFT - 6} y={y(top * share) + 4} textAnchor="end">
              {format(top * share)}
            </text>
          </g>
        ))}
        {names.map((name, at) =>
          at % Math.ceil(names.length / 6) === 0 ? (
            <text key={name} x={x(at)} y={HEIGHT - 8} textAnchor="middle">
              {name}
            </text>
          ) : null,
        )}
        {kind === 'stack' ? (
          <Bars series={series} count={names.length} x={x} y={y} width={Math.min(46, slot * 0.62)} />
        ) : (
          series.map(({ name, values }, index) => (
            <polyline
              key={name}
              points={values.map((value, at) => `${x(at)},${y(value)}`).join(' ')}
              style={{ stroke: `var(${colour(index)})` }}
            />
          ))
        )}
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

type BarsProps = {
  series: Series[]
  count: number
  x: (at: number) => number
  y: (value: number) => number
  width: number
}

function Bars({ series, count, x, y, width }: BarsProps) {
  const floors = new Array<number>(count).fill(0)
  return series.map(({ name, values }, index) => (
    <g key={name} style={{ fill: `var(${colour(index)})` }}>
      {values.map((value, at) => {
        const from = floors[at] ?? 0
        floors[at] = from + Math.max(0, value)
        const height = y(from) - y(floors[at] ?? 0)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={at}
            x={x(at) - width / 2}
            y={y(floors[at] ?? 0)}
            width={width}
            height={Math.max(0, height)}
          />
        )
      })}
    </g>
  ))
}

const colour = (index: number) => COLOURS[index % COLOURS.length] ?? '--chart-1'

/** The next 1, 2 or 5 of its power of ten. */
function niceTop(largest: number): number {
  if (largest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power
}
