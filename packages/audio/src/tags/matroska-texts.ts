import type { IAudioMetadata } from 'music-metadata'

/**
 * Adds what most programs write into Matroska: the names of Vorbis comments, all of them at the level of the track, where the
 * library looks for some of them at the level of the album only.
 */
export function repairMatroskaTexts({ native, common }: IAudioMetadata): void {
  const find = (name: RegExp) => {
    const found = (native.matroska ?? []).find(({ id }) => name.test(id))?.value
    return typeof found === 'string' && found.trim() !== '' ? found : undefined
  }
  const album = find(/^track:album$/i)
  const albumArtist = find(/^track:album[ _]?artist$/i)
  const date = find(/^track:(date|year)$/i)
  const disc = find(/^track:disc(number)?$/i)
  if (album) common.album ??= album
  if (albumArtist) {
    common.albumartist ??= albumArtist
    common.albumartists ??= [albumArtist]
  }
  if (date) common.date ??= date
  if (disc) common.disk.no ??= Number.parseInt(disc, 10) || null
}
