import { type Measured, singleFigure } from './measured.ts'

export interface RecordedFigure {
  /** The same in every run, so that runs can be compared. */
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What it may be at most, or with `isFloor` at least. */
  readonly limit?: number
  readonly isFloor?: boolean
  /** Why the limit is missed. */
  readonly reason?: string
  /** The value in parts of the run: their range is its noise. */
  readonly rounds?: readonly number[]
  /** Decimals that are printed. */
  readonly digits?: number
  /** Printed after the figure. */
  readonly detail?: string
}

const NAME_WIDTH = 30
const figures: Measured[] = []

/** Prints a figure beside its limit at once, since a bench takes minutes, and records it for `takeFigures`. */
export function recordFigure(figure: RecordedFigure): void {
  const { name, value, unit, limit, isFloor = false, reason, rounds, digits = 0, detail } = figure
  const shown = Number(value.toFixed(digits))
  const isMet = limit === undefined || (isFloor ? shown >= limit : shown <= limit)
  const bound = limit === undefined ? '' : ` (${isFloor ? 'at least' : 'at most'} ${limit})`
  const verdict = isMet ? '' : `  MISSED${reason ? `: ${reason}` : ''}`
  console.log(
    `  ${name.padEnd(NAME_WIDTH)} ${value.toFixed(digits)} ${unit}${bound}${detail ? `; ${detail}` : ''}${verdict}`,
  )
  const measured = singleFigure(`${name}, ${unit}`, value, limit, { reason, ...(rounds && { rounds }) })
  figures.push({ ...measured, isFloor, isMet })
}

/** The figures that were recorded since the last call. */
export function takeFigures(): Measured[] {
  return figures.splice(0)
}
