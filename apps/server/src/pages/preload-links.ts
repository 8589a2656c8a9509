import {
  CAROUSEL_SIZES,
  HEADER_SIZES,
  type PictureOf,
  pictureSources,
} from '@refrain/contract/media/picture-address'
import { readPopularArtists } from '../catalogue/artist-store.ts'
import type { Database } from '../database/tables.ts'
import { escapeHtml } from '../http/responses/escape-html.ts'
import type { Screen } from './screens.ts'
import type { AlbumRecords } from './write-album.ts'

interface FirstPicture {
  readonly of: PictureOf
  readonly sizes: string
}

/**
 * The picture to preload: on Home, that of the first artist; on an album's page its cover. Only one, since on a slow network
 * pictures compete with the code.
 */
export async function readFirstPicture(
  db: Database,
  { pattern }: Screen,
  records: AlbumRecords | undefined,
): Promise<FirstPicture | undefined> {
  if (records) {
    const { id: ownerId, picturePath } = records.album
    return picturePath ? { of: { owner: 'album', ownerId, picturePath }, sizes: HEADER_SIZES } : undefined
  }
  if (pattern !== '/') return undefined
  const [artist] = await readPopularArtists(db)
  if (!artist?.picturePath) return undefined
  const of = { owner: 'artist', ownerId: artist.id, picturePath: artist.picturePath } as const
  return { of, sizes: CAROUSEL_SIZES }
}

/**
 * Links that preload the first requests and picture while the code is still loading.
 * @param backend the origin or path before the addresses of the service, as the pages' code has it, or ''
 */
export function writePreloadLinks(
  { preloads = [] }: Screen,
  picture: FirstPicture | undefined,
  backend = '',
): string {
  const crossorigin = backend ? 'crossorigin="use-credentials"' : 'crossorigin'
  return writeLinks([
    ...preloads.map(
      ({ path }) => `<link rel="preload" as="fetch" ${crossorigin} href="${escapeHtml(backend + path)}">`,
    ),
    // Browsers without AVIF ignore this link.
    ...(picture
      ? [
          `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${escapeHtml(pictureSources(picture.of, 'avif', backend))}" imagesizes="${escapeHtml(picture.sizes)}">`,
        ]
      : []),
  ])
}

/** Links that preload code, and the style sheets that it waits for, which browsers would otherwise discover only after that of every screen. */
export function writeCodeLinks(files: readonly string[] = [], prefix = ''): string {
  return writeLinks(
    files.map(file => {
      const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
      return `<link ${kind} crossorigin href="${escapeHtml(prefix + file)}">`
    }),
  )
}

const writeLinks = (links: readonly string[]) => links.map(link => `  ${link}\n  `).join('')
