import { useEffect, useRef } from 'react'
import uPlot from 'uplot'

export type ChartProps = {
  /** What the chart shows, for those who cannot see it. */
  label: string
  /** Positions along the x axis: seconds of dates, or 0, 1, 2 … with `names`. */
  x: number[]
  names?: string[]
  series: { label: string; color: string; values: number[]; isBar?: boolean }[]
  format: (value: number) => string
  height?: number
}

/** A line or bar chart that follows its frame's width and the colour scheme. */
export function Chart({ label, x, names, series, format, height = 240 }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      plot = new uPlot(
        options(element, { label, x, names, series, format, height }),
        dataOf(x, series),
        element,
      )
    }
    draw()
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', draw)
    const sizes = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }))
    sizes.observe(element)
    return () => {
      scheme.removeEventListener('change', draw)
      sizes.disconnect()
      plot?.destroy()
    }
  }, [label, x, names, series, format, height])
  return <div className="chart" ref={frame} role="img" aria-label={label} style={{ minHeight: height }} />
}

const dataOf = (x: number[], series: ChartProps['series']) =>
  [x, ...series.map(({ values }) => values)] as uPlot.AlignedData

type Wanted = Omit<ChartProps, 'names' | 'height'> & { names: string[] | undefined; height: number }

function options(element: HTMLElement, { names, series, format, height }: Wanted): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis = { stroke: color('--soft'), font: '12px Inter, system-ui', ticks: { show: false } }
  // Names lie flat where there is room for them.
  const isTight = names !== undefined && (element.clientWidth - 80) / names.length < 110
  const grid = { stroke: color('--line'), width: 1 }
  return {
    width: element.clientWidth,
    height,
    ...(isTight ? { padding: [16, 40, 0, 0] as uPlot.Padding } : {}),
    legend: { show: true, live: false },
    cursor: { y: false },
    scales: {
      x: names ? { time: false, range: () => [-0.6, names.length - 0.4] } : { time: true },
      y: { range: (_plot, _min, max) => [0, max * 1.08 || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ...(names
          ? {
              splits: () => names.map((_name, index) => index),
              values: () => names,
              rotate: isTight ? -35 : 0,
              size: isTight ? 78 : 32,
            }
          : { values: (_plot: uPlot, splits: number[]) => splits.map(shortDay), space: 70 }),
      },
      { ...axis, grid, size: 68, values: (_plot, splits) => splits.map(format) },
    ],
    series: [
      {},
      ...series.map(({ label, color: name, isBar }) => ({
        label,
        stroke: color(name),
        width: 2,
        fill: isBar ? color(name) : `${color(name)}1f`,
        points: { show: !isBar, size: 6, fill: color(name) },
        ...(isBar ? { paths: uPlot.paths.bars?.({ size: [0.55, 60] }) as uPlot.Series.PathBuilder } : {}),
      })),
    ],
  }
}

const SHORT = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortDay = (seconds: number) => SHORT.format(new Date(seconds * 1000))
