import { basename, dirname } from 'node:path'
import { UnreadableError } from '@refrain/audio/audio-info'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { withFile } from '@refrain/audio/bytes/file-bytes'
import { foldName } from '@refrain/contract/fold-name'
import type { PictureSize } from '@refrain/contract/media/pictures'
import type { Database } from '../../database/tables.ts'
import { filePathOf } from '../../media/cuts/cut-path.ts'
import { FIRST_SIZES, type PictureColours, toObjects } from '../../media/pictures/encoded-picture.ts'
import { formatOf, refuseCostly } from '../../media/pictures/inspect-picture.ts'
import type { DecodeOptions, PictureDecoder } from '../../media/pictures/picture-decoder.ts'
import { DecoderUnavailableError, PictureError } from '../../media/pictures/picture-error.ts'
import { derivativeName, originalName, sourceName } from '../../media/pictures/picture-path.ts'
import { describePictureSource, MAX_ORIGINAL_BYTES } from '../../media/pictures/picture-source.ts'
import { readUsedPictures } from '../../media/pictures/used-picture-store.ts'
import { type CollectionBuckets, isBucketPath } from '../../media/storage/collection-buckets.ts'
import type { MediaStorage, NewObject } from '../../media/storage/media-storage.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import type { AlbumFolder } from '../collection/album-folders.ts'
import { isFolderPicture } from '../collection/file-kinds.ts'
import type { FoundFile } from '../collection/walk-root.ts'
import type { EmbeddedCovers } from './embedded-covers.ts'
import type { ImportedAlbum } from './group-albums.ts'

/** Width in pixels above which a larger picture is no better. */
const LARGE_ENOUGH_EDGE = 1024 satisfies PictureSize
const MAX_CANDIDATES = 4
const MAX_BYTES = 20 * 1024 * 1024

/** Errors that only concern one picture. */
const REPORTED_ERRORS = [PictureError, UnreadableError]

/** A stored picture as album and artist rows refer to it. */
export interface StoredPicture extends PictureColours {
  readonly picturePath: string
}

export interface AlbumPictures {
  /** The decoder failed: the album keeps its picture, and the next import tries again. */
  readonly isUndecided: boolean
  readonly cover: StoredPicture | undefined
  readonly artist: StoredPicture | undefined
}

/** A picture that could not be used. */
export interface SkippedPicture {
  readonly path: string
  readonly reason: string
}

/** Where pictures are stored, and where those in buckets are read. */
export interface PictureSources {
  readonly storage: MediaStorage
  readonly buckets: CollectionBuckets
  /** Stores where a picture was found instead of its bytes: the service that shows it has the same files. */
  readonly refersToFiles: boolean
}

/** A picture that may be chosen. It is read when it is looked at, and again when it is stored: many at once are large. */
interface Candidate {
  readonly path: string
  /** Files of this machine that hold it. */
  readonly files: readonly string[]
  /** @throws PictureError, UnreadableError, DecoderUnavailableError */
  readonly read: () => Promise<Uint8Array>
}

/**
 * Phase 4: chooses covers and artist pictures and stores each distinct picture once: small sizes, and what the service makes
 * the others of.
 */
export class PicturePreparer {
  readonly #storage: MediaStorage
  readonly #buckets: CollectionBuckets
  readonly #refersToFiles: boolean
  readonly #decoder: PictureDecoder
  readonly #known: ReadonlyMap<string, StoredPicture>
  /** Pictures of this import. */
  readonly #stored = new Map<string, Promise<StoredPicture>>()
  readonly skipped: SkippedPicture[] = []

  private constructor(
    { storage, buckets, refersToFiles }: PictureSources,
    decoder: PictureDecoder,
    known: ReadonlyMap<string, StoredPicture>,
  ) {
    this.#storage = storage
    this.#buckets = buckets
    this.#refersToFiles = refersToFiles
    this.#decoder = decoder
    this.#known = known
  }

  /** Reuses the pictures of earlier imports. */
  static async open(
    db: Database,
    sources: PictureSources,
    decoder: PictureDecoder,
  ): Promise<PicturePreparer> {
    const used = await readUsedPictures(db)
    const known = new Map(used.map(row => [row.picturePath, row]))
    return new PicturePreparer(sources, decoder, known)
  }

  /**
   * The pictures of an album. Of the covers in the folder and in the tags the larger one wins; on a tie the folder's,
   * which somebody put there deliberately.
   */
  async prepare(album: ImportedAlbum, folder: AlbumFolder, embedded: EmbeddedCovers): Promise<AlbumPictures> {
    try {
      return { ...(await this.#choose(album, folder, embedded)), isUndecided: false }
    } catch (error) {
      if (!(error instanceof DecoderUnavailableError)) throw error
      return { cover: undefined, artist: undefined, isUndecided: true }
    }
  }

  async #choose(album: ImportedAlbum, folder: AlbumFolder, embedded: EmbeddedCovers) {
    const inTags = Array.from(album.embedded).flatMap(([hash, files]) => {
      const path = `${filePathOf(album.tracks[0]!.file.path)} (cover in its tags)`
      return embedded.has(hash) ? [{ path, files, read: () => embedded.read(hash) }] : []
    })
    const covers = folder.covers.filter(file => !isArtistsOwn(file, folder))
    return {
      cover: await this.#best([...this.#candidates(covers), ...inTags.slice(0, MAX_CANDIDATES)]),
      artist: album.compilation
        ? undefined
        : await this.#best(this.#candidates(artistPictures(album, folder))),
    }
  }

  async #best(candidates: readonly Candidate[]): Promise<StoredPicture | undefined> {
    const store = (one: Candidate) => this.#attempt(one, async () => this.#store(await one.read(), one.files))
    const [only] = candidates
    if (only && candidates.length === 1) return store(only)
    const measured: { one: Candidate; edge: number }[] = []
    for (const one of candidates) {
      const edge = await this.#attempt(one, async () => this.#measure(await one.read()))
      if (edge !== undefined) measured.push({ one, edge: Math.min(edge, LARGE_ENOUGH_EDGE) })
    }
    measured.sort((a, b) => b.edge - a.edge)
    for (const { one } of measured) {
      const stored = await store(one)
      if (stored) return stored
    }
    return undefined
  }

  async #measure(bytes: Uint8Array): Promise<number> {
    rejectUnusable(bytes)
    return decodeWithRetry(options => this.#decoder.measureEdge(bytes, options))
  }

  #store(bytes: Uint8Array, files: readonly string[]): Promise<StoredPicture> {
    const picturePath = `${shortId(bytes)}.webp`
    const begun = this.#stored.get(picturePath)
    const storing = begun
      ? begun.then(stored => this.#updateSource(picturePath, bytes, files).then(() => stored))
      : this.#reuseOrDecode(picturePath, bytes, files)
    this.#stored.set(picturePath, storing)
    return storing
  }

  async #reuseOrDecode(
    picturePath: string,
    bytes: Uint8Array,
    files: readonly string[],
  ): Promise<StoredPicture> {
    const known = this.#known.get(picturePath)
    if (known && (await this.#hasSource(picturePath, bytes, files))) return known
    return this.#decode(picturePath, bytes, files)
  }

  /** Whether what its derivatives are made of is stored; where it was found, these files are added. */
  async #hasSource(picturePath: string, bytes: Uint8Array, files: readonly string[]): Promise<boolean> {
    if (await this.#storage.stat(originalName(picturePath))) return true
    if (await this.#storage.stat(sourceName(picturePath)))
      return this.#updateSource(picturePath, bytes, files)
    return (await this.#storage.stat(derivativeName(picturePath, LARGE_ENOUGH_EDGE, 'webp'))) !== undefined
  }

  /** Adds files to where a picture was found. @returns false if that is not stored, or the picture is not found as it is */
  async #updateSource(picturePath: string, bytes: Uint8Array, files: readonly string[]): Promise<boolean> {
    const name = sourceName(picturePath)
    const former = this.#refersToFiles ? await this.#storage.read(name) : undefined
    const source = former && (await describePictureSource(bytes, files, former))
    if (!source) return false
    if (!source.equals(former)) await this.#storage.write([{ name, bytes: source }])
    return true
  }

  async #decode(picturePath: string, bytes: Uint8Array, files: readonly string[]): Promise<StoredPicture> {
    rejectUnusable(bytes)
    const isKept = bytes.length <= MAX_ORIGINAL_BYTES
    const sizes: readonly PictureSize[] = isKept ? FIRST_SIZES : [...FIRST_SIZES, LARGE_ENOUGH_EDGE]
    const encoded = await decodeWithRetry(options =>
      this.#decoder.encodeDerivatives(bytes, { ...options, sizes }),
    )
    const original = isKept ? [await this.#describeOriginal(picturePath, bytes, files)] : []
    await this.#storage.write([...toObjects(picturePath, encoded), ...original])
    for (const form of [originalName, sourceName].map(nameOf => nameOf(picturePath)))
      if (original.every(({ name }) => name !== form)) await this.#storage.remove(form)
    return { picturePath, ...encoded.colours }
  }

  /** Where the picture is, or its bytes if they cannot be found again. */
  async #describeOriginal(
    picturePath: string,
    bytes: Uint8Array,
    files: readonly string[],
  ): Promise<NewObject> {
    const source = this.#refersToFiles ? await describePictureSource(bytes, files) : undefined
    return source
      ? { name: sourceName(picturePath), bytes: source }
      : { name: originalName(picturePath), bytes }
  }

  #candidates(files: readonly FoundFile[]): Candidate[] {
    return files.slice(0, MAX_CANDIDATES).map(file => ({
      path: file.path,
      files: [file.path],
      read: () => readPicture(file, this.#buckets),
    }))
  }

  /** Reports a picture that cannot be used. @throws DecoderUnavailableError after reporting it */
  async #attempt<T>({ path }: { path: string }, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DecoderUnavailableError) {
        this.#addSkipped(path, `${error.message}; the next import tries again`)
        throw error
      }
      if (!REPORTED_ERRORS.some(kind => error instanceof kind)) throw error
      this.#addSkipped(path, (error as Error).message)
      return undefined
    }
  }

  #addSkipped(path: string, reason: string): void {
    if (!this.skipped.some(one => one.path === path)) this.skipped.push({ path, reason })
  }
}

/** Retries in a new process if the decoder failed for a reason other than the picture. */
async function decodeWithRetry<T>(decode: (options: DecodeOptions) => Promise<T>): Promise<T> {
  try {
    return await decode({})
  } catch (error) {
    if (!(error instanceof DecoderUnavailableError)) throw error
    return decode({ isFresh: true })
  }
}

/** @throws PictureError if the bytes must not reach the decoder */
function rejectUnusable(bytes: Uint8Array): void {
  if (bytes.length > MAX_BYTES) throw new PictureError('it is larger than 20 MB')
  const format = formatOf(bytes)
  if (!format || format === 'tiff') throw new PictureError('it is not a JPEG, PNG, WebP or GIF picture')
  refuseCostly(bytes)
}

async function readPicture(file: FoundFile, buckets: CollectionBuckets): Promise<Uint8Array> {
  if (file.size > MAX_BYTES) throw new PictureError('it is larger than 20 MB')
  if (isBucketPath(file.path)) {
    const bytes = await buckets.read(file.path).catch(rethrowUnreached)
    if (!bytes) throw new PictureError('it is gone')
    return bytes
  }
  return withFile(file.path, async bytes => Uint8Array.from(bytes.read(0, Math.min(bytes.size, MAX_BYTES))))
}

/** The album keeps its picture while a bucket is away. @throws DecoderUnavailableError then */
function rethrowUnreached(error: unknown): never {
  if (error instanceof ObjectStorageError) throw new DecoderUnavailableError(error.message)
  throw error
}

function isArtistsOwn(file: FoundFile, folder: AlbumFolder): boolean {
  return folder.artistPictures.some(own => own.path === file.path)
}

/** `artist.jpg` always counts; `folder.jpg` above the album only in a folder with the artist's name. */
function artistPictures(album: ImportedAlbum, folder: AlbumFolder): FoundFile[] {
  const artist = foldName(album.artist.name)
  return folder.artistPictures.filter(
    file => !isFolderPicture(file.name) || foldName(basename(dirname(file.path))) === artist,
  )
}
