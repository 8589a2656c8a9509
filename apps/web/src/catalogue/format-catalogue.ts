import { formatCount } from '@refrain/contract/format-count'

/** `1:30` → `90`; hours may stand in front. 0 where it is no duration. */
export function parseDuration(duration: string): number {
  if (!/^\d+(:\d{1,2}){1,2}$/.test(duration)) return 0
  return duration.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** `1 song`, `1,234 songs` (PROP-40). */
export function songCount(count: number): string {
  return formatCount(count, 'song')
}

/** `1 follower`, `12,345 followers`. */
export function followerCount(count: number): string {
  return formatCount(count, 'follower')
}

/** `1 play`, `12,345 plays`. */
export function playCount(count: number): string {
  return formatCount(count, 'play')
}

/** `0 hr 35 min`: both numbers always, rounded down (PROP-40). */
export function totalTime(tracks: readonly { readonly duration: string }[]): string {
  const minutes = Math.floor(tracks.reduce((sum, track) => sum + parseDuration(track.duration), 0) / 60)
  return `${Math.floor(minutes / 60)} hr ${minutes % 60} min`
}

/** The first part of an ISO date (ALB-05). */
export function yearOf(isoDate: string): string {
  return isoDate.split('-')[0] ?? ''
}

/** `03/05/2024`: day, month, year, in UTC (ROW-05, READ-56). */
export function dayMonthYear(isoDate: string): string {
  const [year, month, day] = isoDate.slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}
