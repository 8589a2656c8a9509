import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { UnreadableError } from '@refrain/audio/audio-info'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { withFile } from '@refrain/audio/bytes/file-bytes'
import { foldName } from '@refrain/contract/fold-name'
import type { Database } from '../database/tables.ts'
import { formatOf, refuseCostly } from '../media/pictures/inspect-picture.ts'
import type { DecodeOptions, PictureDecoder } from '../media/pictures/picture-decoder.ts'
import { DecoderUnavailableError, PictureError } from '../media/pictures/picture-error.ts'
import { picturePath } from '../media/pictures/picture-path.ts'
import { type PictureColours, writePictureSizes } from '../media/pictures/write-picture-sizes.ts'
import { isFolderPicture } from './collection-names.ts'
import type { AlbumFolder } from './join-folders.ts'
import type { Pictures } from './phase-2-read-files.ts'
import type { GatheredAlbum } from './phase-3-gather.ts'
import type { SeenFile } from './walk-folder.ts'

/** Beyond this edge more pixels bring nothing. */
const ENOUGH = 1024
const MOST_CANDIDATES = 4
const MOST_BYTES = 20 * 1024 * 1024

/** What keeps one picture out and the import going. */
const NOTED = [PictureError, UnreadableError]

/** A picture as a record keeps it. */
export interface KeptPicture extends PictureColours {
  readonly profilePath: string
}

export interface AlbumPictures {
  /** A picture could not be decoded this time: the album keeps its look, and the next run tries again. */
  readonly isUndecided: boolean
  readonly cover: KeptPicture | undefined
  readonly artist: KeptPicture | undefined
}

/** A picture that could not be used. */
export interface PictureNote {
  readonly path: string
  readonly reason: string
}

type Found = { path: string; bytes: Uint8Array }

/** Phase 4: makes the derivatives of covers and artist pictures, each picture once however often it is met. */
export class PictureKeeper {
  readonly #dataDir: string
  readonly #decoder: PictureDecoder
  readonly #kept: Map<string, Promise<KeptPicture>>
  readonly notes: PictureNote[] = []

  private constructor(dataDir: string, decoder: PictureDecoder, kept: Map<string, Promise<KeptPicture>>) {
    this.#dataDir = dataDir
    this.#decoder = decoder
    this.#kept = kept
  }

  /** @param db is asked for the pictures that earlier runs kept */
  static async open(db: Database, dataDir: string, decoder: PictureDecoder): Promise<PictureKeeper> {
    const columns = ['profile_path', 'color', 'thumbhash'] as const
    const rows = [
      ...(await db.selectFrom('albums').select(columns).where('profile_path', '<>', '').execute()),
      ...(await db.selectFrom('artists').select(columns).where('profile_path', '<>', '').execute()),
    ]
    const there = rows.filter(row => existsSync(picturePath(dataDir, row.profile_path, ENOUGH, 'webp')))
    const kept = there.map(
      row =>
        [
          row.profile_path,
          Promise.resolve({ profilePath: row.profile_path, color: row.color, thumbhash: row.thumbhash }),
        ] as const,
    )
    return new PictureKeeper(dataDir, decoder, new Map(kept))
  }

  /**
   * The pictures of an album: the larger of the cover in the folder and the one in the tags, as far as
   * size shows; of equal ones the folder's, which somebody put there by hand.
   */
  async keepFor(album: GatheredAlbum, folder: AlbumFolder, embedded: Pictures): Promise<AlbumPictures> {
    try {
      return { ...(await this.#choose(album, folder, embedded)), isUndecided: false }
    } catch (error) {
      if (!(error instanceof DecoderUnavailableError)) throw error
      return { cover: undefined, artist: undefined, isUndecided: true }
    }
  }

  async #choose(album: GatheredAlbum, folder: AlbumFolder, embedded: Pictures) {
    const inTags = album.embedded.flatMap(hash => {
      const bytes = embedded.get(hash)
      return bytes ? [{ path: `${album.tracks[0]!.file.path} (cover in its tags)`, bytes }] : []
    })
    const covers = folder.covers.filter(file => !isArtistsOwn(file, folder))
    return {
      cover: await this.#best([...(await this.#readAll(covers)), ...inTags.slice(0, MOST_CANDIDATES)]),
      artist: album.compilation
        ? undefined
        : await this.#best(await this.#readAll(artistPictures(album, folder))),
    }
  }

  async #best(candidates: readonly Found[]): Promise<KeptPicture | undefined> {
    const [only] = candidates
    if (only && candidates.length === 1) return this.#attempt(only, () => this.#keep(only.bytes))
    const measured: { found: Found; edge: number }[] = []
    for (const found of candidates) {
      const edge = await this.#attempt(found, () => this.#measure(found.bytes))
      if (edge !== undefined) measured.push({ found, edge: Math.min(edge, ENOUGH) })
    }
    measured.sort((a, b) => b.edge - a.edge)
    for (const { found } of measured) {
      const kept = await this.#attempt(found, () => this.#keep(found.bytes))
      if (kept) return kept
    }
    return undefined
  }

  async #measure(bytes: Uint8Array): Promise<number> {
    refuseUnusable(bytes)
    return decodeTwice(options => this.#decoder.measureEdge(bytes, options))
  }

  #keep(bytes: Uint8Array): Promise<KeptPicture> {
    const profilePath = `${shortId(bytes)}.webp`
    const known = this.#kept.get(profilePath)
    if (known) return known
    const keeping = this.#decode(profilePath, bytes)
    this.#kept.set(profilePath, keeping)
    return keeping
  }

  async #decode(profilePath: string, bytes: Uint8Array): Promise<KeptPicture> {
    refuseUnusable(bytes)
    const square = await decodeTwice(options => this.#decoder.decodeSquare(bytes, options))
    return { profilePath, ...(await writePictureSizes(this.#dataDir, profilePath, square)) }
  }

  async #readAll(files: readonly SeenFile[]): Promise<Found[]> {
    const found: Found[] = []
    for (const file of files.slice(0, MOST_CANDIDATES)) {
      const bytes = await this.#attempt(file, () => readPicture(file))
      if (bytes) found.push({ path: file.path, bytes })
    }
    return found
  }

  /** @throws DecoderUnavailableError, which it notes as well */
  async #attempt<T>({ path }: { path: string }, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DecoderUnavailableError) {
        this.#note(path, `${error.message}; the next import tries again`)
        throw error
      }
      if (!NOTED.some(kind => error instanceof kind)) throw error
      this.#note(path, (error as Error).message)
      return undefined
    }
  }

  #note(path: string, reason: string): void {
    if (!this.notes.some(note => note.path === path)) this.notes.push({ path, reason })
  }
}

/** Decodes again in a new process where the first one failed without saying anything about the picture. */
async function decodeTwice<T>(decode: (options: DecodeOptions) => Promise<T>): Promise<T> {
  try {
    return await decode({})
  } catch (error) {
    if (!(error instanceof DecoderUnavailableError)) throw error
    return decode({ isFresh: true })
  }
}

/** @throws PictureError for what must not reach the decoder */
function refuseUnusable(bytes: Uint8Array): void {
  if (bytes.length > MOST_BYTES) throw new PictureError('it is larger than 20 MB')
  const format = formatOf(bytes)
  if (!format || format === 'tiff') throw new PictureError('it is not a JPEG, PNG, WebP or GIF picture')
  refuseCostly(bytes)
}

function readPicture(file: SeenFile): Promise<Uint8Array> {
  if (file.size > MOST_BYTES) throw new PictureError('it is larger than 20 MB')
  return withFile(file.path, async bytes => Uint8Array.from(bytes.read(0, Math.min(bytes.size, MOST_BYTES))))
}

function isArtistsOwn(file: SeenFile, folder: AlbumFolder): boolean {
  return folder.artistPictures.some(own => own.path === file.path)
}

/** `artist.jpg` counts anywhere; `folder.jpg` above the album only in a folder of the artist's name. */
function artistPictures(album: GatheredAlbum, folder: AlbumFolder): SeenFile[] {
  const artist = foldName(album.artist.name)
  return folder.artistPictures.filter(
    file => !isFolderPicture(file.name) || foldName(basename(dirname(file.path))) === artist,
  )
}
