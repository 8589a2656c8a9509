import type { Album } from '@refrain/contract/catalogue/albums'
import { catalogueTexts } from '@refrain/messages/en/catalogue'

/** `1:30` → `90`; with hours, `1:00:00` → `3600`. 0 for anything else. */
export function parseDuration(duration: string): number {
  if (!/^\d+(:\d{1,2}){1,2}$/.test(duration)) return 0
  return duration.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** `1 song`, `1,234 songs`. */
export function songCount(count: number): string {
  return catalogueTexts.songs({ count })
}

/** `1 follower`, `12,345 followers`. */
export function followerCount(count: number): string {
  return catalogueTexts.followers({ count })
}

/** `1 play`, `12,345 plays`. */
export function playCount(count: number): string {
  return catalogueTexts.plays({ count })
}

/** `0 hr 35 min`, rounded down. */
export function totalTime(tracks: readonly { readonly duration: string }[]): string {
  const minutes = Math.floor(tracks.reduce((sum, track) => sum + parseDuration(track.duration), 0) / 60)
  return catalogueTexts.totalTime({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** The year of an ISO date. */
export function yearOf(isoDate: string): string {
  return isoDate.split('-')[0] ?? ''
}

/** `2015`; of a later edition `1971` and `2015 reissue`; nothing if no tag says. */
export function albumYears({
  releaseDate,
  originalDate,
}: Pick<Album, 'releaseDate' | 'originalDate'>): string[] {
  const [year, original] = [yearOf(releaseDate), yearOf(originalDate)]
  if (year === '' || original === '') return [year || original].filter(Boolean)
  return original < year ? [original, catalogueTexts.reissue({ year })] : [year]
}

/** `03/05/2024`: day, month, year, in UTC. */
export function dayMonthYear(isoDate: string): string {
  const [year, month, day] = isoDate.slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}
