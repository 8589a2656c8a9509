import { dailyMixNumber } from '@refrain/contract/catalogue/find-genre'
import { DAILY_MIX_EDGE, DAILY_MIX_PATH, dailyMixPicture } from '@refrain/contract/media/daily-mix-pictures'
import {
  PICTURE_FOLDERS,
  PICTURE_PATH,
  type PictureOwner,
  PREVIEW_SIZE,
  previewFile,
  TITLE_COVER_FILE,
} from '@refrain/contract/media/pictures'
import { fillPath } from '@refrain/contract/operation'
import { previewTexts } from '@refrain/messages/en/server/previews'
import { titles } from '@refrain/messages/en/titles'
import { readAlbum } from '../catalogue/album-store.ts'
import { readArtistOrPerson } from '../catalogue/credits/credit-store.ts'
import { readAllGenres, readGenre } from '../catalogue/genre-store.ts'
import { countArtistWorks, readGenrePreview } from '../catalogue/preview-store.ts'
import { readTrack } from '../catalogue/track-store.ts'
import type { Database } from '../database/tables.ts'
import type { Screen, Shown } from './screens.ts'
import type { Preview, PreviewPicture } from './write-head.ts'

/** Undefined if there is no record with the id or name. */
export function readPreview(
  db: Database,
  { screen, key }: { readonly screen: Screen; readonly key: string },
  serviceName: string,
): Promise<Preview | undefined> | Preview {
  return screen.shows ? readers[screen.shows](db, key) : plainPreview(screen, serviceName)
}

/** Says nothing of what the screen shows. */
export function plainPreview({ title: key, pattern }: Screen, serviceName: string): Preview {
  const title = key ? titles[key] : serviceName
  const name = key === 'home' ? serviceName : title
  // Screens with parameters but no preview belong to one listener: their address is not published.
  const path = pattern.includes(':') ? '/' : pattern
  return { title, name, description: previewTexts.summary, path, type: 'website' }
}

const readers: Readonly<Record<Shown, (db: Database, key: string) => Promise<Preview | undefined>>> = {
  async album(db, id) {
    const album = await readAlbum(db, id)
    if (!album) return undefined
    const released = album.releaseDate || album.originalDate
    return {
      title: titles.album({ title: album.title }),
      name: album.title,
      description: join(
        previewTexts.albumBy({ artist: album.artistName }),
        released.slice(0, 4),
        songs(album.tracks.length),
      ),
      path: `/albums/${album.id}`,
      type: 'music.album',
      ...picture('album', album.id, album.picturePath, previewTexts.coverOf({ album: album.title })),
      related: [['music:musician', `/artists/${album.artistId}`]],
      facts: released === '' ? [] : [['music:release_date', released]],
    }
  },

  async artist(db, id) {
    const artist = await readArtistOrPerson(db, id)
    if (!artist) return undefined
    const works = await countArtistWorks(db, id)
    return {
      title: artist.name,
      name: artist.name,
      description: join(
        previewTexts.artist,
        previewTexts.albums({ count: works.albums }),
        songs(works.tracks),
      ),
      path: `/artists/${artist.id}`,
      type: 'profile',
      ...picture('artist', artist.id, artist.picturePath, artist.name),
    }
  },

  async track(db, id) {
    const track = await readTrack(db, id)
    if (!track) return undefined
    return {
      title: track.title,
      name: track.title,
      description: join(previewTexts.songBy({ artist: track.artistName }), track.albumTitle, track.duration),
      path: `/track/${track.id}`,
      type: 'music.song',
      ...picture(
        'album',
        track.albumId,
        track.picture.picturePath,
        previewTexts.coverOf({ album: track.albumTitle }),
      ),
      related: [
        ['music:album', `/albums/${track.albumId}`],
        ['music:musician', `/artists/${track.artistId}`],
      ],
    }
  },

  async genre(db, id) {
    const genre = await readGenre(db, id)
    if (!genre) return undefined
    const { tracks, cover } = await readGenrePreview(db, id)
    const title = genre.name
    return {
      title,
      name: title,
      description: join(previewTexts.genre, songs(tracks)),
      path: `/genres/${genre.id}`,
      type: 'website',
      ...(cover && picture('album', cover.albumId, cover.picturePath, title)),
    }
  },

  async dailyMix(db, name) {
    const genres = await readAllGenres(db)
    const place = dailyMixNumber(genres, name)
    const genre = genres[place - 1]
    if (!genre) return undefined
    const { tracks } = await readGenrePreview(db, genre.id)
    const title = titles.dailyMix({ position: place })
    const drawn = fillPath(DAILY_MIX_PATH, { file: dailyMixPicture(place).file })
    return {
      title,
      name: title,
      description: join(genre.name, songs(tracks)),
      path: `/playlists/${encodeURIComponent(genre.name)}`,
      type: 'website',
      picture: { path: drawn, type: 'image/jpeg', size: DAILY_MIX_EDGE, alt: title },
    }
  },
}

/** The JPEG of a record's picture, if it has one. */
function picture(
  owner: PictureOwner,
  ownerId: string,
  picturePath: string,
  alt: string,
): { picture?: PreviewPicture } {
  // Albums without a cover have a drawn one.
  if (picturePath === '' && owner !== 'album') return {}
  const path = fillPath(PICTURE_PATH, {
    folder: PICTURE_FOLDERS[owner],
    ownerId,
    file: picturePath === '' ? TITLE_COVER_FILE : previewFile(picturePath),
  })
  return { picture: { path, type: 'image/jpeg', size: PREVIEW_SIZE, alt } }
}

const join = (...parts: string[]) => parts.filter(Boolean).join(' · ')
const songs = (count: number) => previewTexts.songs({ count })
