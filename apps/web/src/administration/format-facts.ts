import { currentLanguage } from '@refrain/messages/language'

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `1.4 GB`. @param bytes from 0 */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length, bytes < 1_000 ? 1 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: UNITS[power - 1] as string,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** What rounds to 60 minutes or 24 hours is an hour or a day. */
function roundUp(seconds: number): number {
  if (Math.round(seconds / 60) === 60) return Math.max(seconds, 3_600)
  return Math.round(seconds / 3_600) === 24 ? Math.max(seconds, 86_400) : seconds
}

/** `3 hours ago`, `in 2 days`, `now`. @param isoDate an instant */
export function formatDistance(isoDate: string, now = Date.now()): string {
  const seconds = roundUp((Date.parse(isoDate) - now) / 1000)
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' })
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length)
  if (!step) return format.format(0, 'second')
  const steps = seconds / step[1]
  // What lasts seven days has a little less left as soon as it is shown.
  return format.format(seconds > 0 ? Math.round(steps) : Math.trunc(steps), step[0])
}
