import { formatNumber } from '@refrain/messages/language'

/** Preset speeds. */
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Formats a speed: `1.25×`. */
export function formatRate(rate: number): string {
  return `${formatNumber(Number(rate.toFixed(2)))}×`
}
