import { currentLanguage } from '@refrain/messages/language'

const MINUTE = 60
const HOUR = 3_600

/** `8 sec`, `3 min`, `1.5 hr`: how long something takes. @param seconds from 0 */
export function formatLength(seconds: number): string {
  const [value, unit] =
    seconds < MINUTE
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < HOUR
        ? [Math.round(seconds / MINUTE), 'minute']
        : [seconds / HOUR, 'hour']
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(value)
}
