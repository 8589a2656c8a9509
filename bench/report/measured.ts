import { quantile } from './quantile.ts'

export interface Measured {
  readonly name: string
  readonly percentile: number
  /** Medians of the rounds, in milliseconds. */
  readonly p50: number
  readonly tail: number
  readonly limitP50: number
  readonly limitTail: number
  readonly ratio: number
  /** Undefined where none was set. */
  readonly budget: number | undefined
  /** The budget is the least that the ratio may be, and rounds hold ratios. */
  readonly isFloor?: boolean
  readonly isMet: boolean
  readonly reason?: string | undefined
  /** The tail of each round: their range is the noise. */
  readonly rounds: readonly number[]
}

/** A figure of one value, without a limit to compare with. @param rounds what it was in parts of the run */
export function singleFigure(
  name: string,
  value: number,
  budget?: number,
  { reason, rounds = [value] }: { reason?: string | undefined; rounds?: readonly number[] } = {},
): Measured {
  return {
    name,
    percentile: 1,
    p50: value,
    tail: value,
    limitP50: 0,
    limitTail: 0,
    ratio: 0,
    budget,
    isMet: budget === undefined || value <= budget,
    reason,
    rounds,
  }
}

/** A figure of many times, in milliseconds. @param parts those of each part of the run */
export function timesFigure(
  name: string,
  parts: readonly (readonly number[])[],
  percentile: number,
  budget?: number,
  reason?: string,
): Measured {
  const all = parts.flat()
  const tail = quantile(all, percentile)
  const rounds = parts.map(part => quantile(part, percentile))
  return { ...singleFigure(name, tail, budget, { rounds, reason }), percentile, p50: quantile(all, 0.5) }
}
