import type { Rate } from './limits.ts'

/** A number with thousands separators: `10,000`. */
export function formatLimit(limit: number): string {
  return limit.toLocaleString('en')
}

/** A size in the largest whole unit: `5 MiB`. */
export function formatBytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / (1024 * 1024)} MiB` : `${bytes / 1024} KiB`
}

/** A rate in words: `10 in 15 minutes`, `5 an hour`. */
export function describeRate({ calls, seconds }: Rate): string {
  if (seconds === 60) return `${calls} a minute`
  if (seconds === 3_600) return `${calls} an hour`
  if (seconds === 86_400) return `${calls} a day`
  return `${calls} in ${seconds / 60} minutes`
}
