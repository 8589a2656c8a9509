import { extname } from 'node:path'
import type { Song } from '../../catalogue/listings/song-store.ts'

const MAX_LETTERS = 100

/** A name as part of a path: apps store downloads under it. */
function segment(name: string): string {
  const safe = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .trim()
    .slice(0, MAX_LETTERS)
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '')
    .toWellFormed()
  return safe === '' ? '_' : safe
}

/** Extension of the audio file, without the dot. */
export const suffixOf = ({ url }: Pick<Song, 'url'>) => extname(url).slice(1).toLowerCase()

/** `1-02 Title.flac`; `Title.flac` for a track without a number. */
export function songFileName(song: Song): string {
  const number = String(song.number).padStart(2, '0')
  const place = song.disc > 0 ? `${song.disc}-${number}` : number
  const name = song.number > 0 ? `${place} ${song.title}` : song.title
  return `${segment(name)}.${suffixOf(song)}`
}

/** A made-up path, `Album artist/Album/1-02 Title.flac`: never the one of the collection. */
export function songPath(song: Song): string {
  return [segment(song.albumArtist.name), segment(song.albumTitle), songFileName(song)].join('/')
}
