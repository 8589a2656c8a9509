import { setTimeout as wait } from 'node:timers/promises'
import { PICTURE_SIZES, type PictureSize, PREVIEW_SIZE } from '@refrain/contract/media/pictures'
import pLimit, { type LimitFunction } from 'p-limit'
import { log } from '../../log/log.ts'
import type { MediaStorage } from '../storage/media-storage.ts'
import type { DerivativeForm } from './encoded-picture.ts'
import type { PictureDecoder } from './picture-decoder.ts'
import { derivativeName, originalName, previewName, sourceName } from './picture-path.ts'
import { readPictureSource } from './picture-source.ts'

/** Derivatives that wait for their turn, beyond which requests get another size instead. */
const MAX_AWAITED = 50
const MAX_IN_BACKGROUND = 200

/** How long a request waits for the disk of the collection. */
const LOOKUP_MS = 2000

interface Queue {
  readonly inTurn: LimitFunction
  readonly maxWaiting: number
}

/** Reads a cover where it was found, within milliseconds. */
interface Lookup {
  readonly read: typeof readPictureSource
  readonly limitMs: number
}

/** Makes derivatives of stored pictures when somebody asks for them, and stores them. */
export class PictureDeriver {
  readonly #storage: MediaStorage
  readonly #decoder: PictureDecoder
  readonly #pending = new Map<string, Promise<boolean>>()
  readonly #awaited: Queue
  /** One at a time, so that requests that wait find a free decoder. */
  readonly #background: Queue = { inTurn: pLimit(1), maxWaiting: MAX_IN_BACKGROUND }

  readonly #lookup: Lookup
  /** One at a time: a disk that does not answer holds one of the few threads that read files. */
  readonly #lookupInTurn = pLimit(1)
  #isLookupHanging = false

  /**
   * @param concurrency derivatives that are made at the same time while requests wait
   * @param lookup how covers are read in the collection
   */
  constructor(
    storage: MediaStorage,
    decoder: PictureDecoder,
    concurrency: number,
    lookup: Lookup = { read: readPictureSource, limitMs: LOOKUP_MS },
  ) {
    this.#storage = storage
    this.#decoder = decoder
    this.#lookup = lookup
    this.#awaited = { inTurn: pLimit(concurrency), maxWaiting: MAX_AWAITED }
  }

  /** @returns false if it cannot be made now: serve another size instead */
  make(picturePath: string, size: PictureSize, format: 'webp' | 'jpeg'): Promise<boolean> {
    const name = derivativeName(picturePath, size, format)
    return this.#make(this.#awaited, picturePath, name, { format, edge: size })
  }

  /** Makes the JPEG for link previews. @returns false if it cannot be made now: serve a WebP instead */
  makePreview(picturePath: string): Promise<boolean> {
    // Small pictures are enlarged: the page has already declared this size.
    const form = { format: 'jpeg', edge: PREVIEW_SIZE, isEnlarged: true } as const
    return this.#make(this.#awaited, picturePath, previewName(picturePath), form)
  }

  /** Starts to make an AVIF, which takes long: serve the WebP meanwhile. */
  startAvif(picturePath: string, size: PictureSize): void {
    const name = derivativeName(picturePath, size, 'avif')
    void this.#make(this.#background, picturePath, name, { format: 'avif', edge: size })
  }

  /** Makes a derivative once, however many ask for it meanwhile. */
  #make(queue: Queue, picturePath: string, name: string, form: DerivativeForm): Promise<boolean> {
    const begun = this.#pending.get(name)
    if (begun) return begun
    if (queue.inTurn.pendingCount >= queue.maxWaiting) return Promise.resolve(false)
    const making = queue
      .inTurn(() => this.#encode(picturePath, name, form))
      .catch(error => {
        log.error(`${name} could not be made: ${(error as Error).message}`)
        return false
      })
      .finally(() => this.#pending.delete(name))
    this.#pending.set(name, making)
    return making
  }

  async #encode(picturePath: string, name: string, form: DerivativeForm): Promise<boolean> {
    const source = await this.#readSource(picturePath, form.edge)
    if (!source) return false
    await this.#storage.write([{ name, bytes: await this.#decoder.encodeDerivative(source, form) }])
    return true
  }

  /**
   * The original, stored or where it was found, or else a derivative that is large enough: covers of large files and of earlier
   * versions have no original, and files of the collection may be away.
   */
  async #readSource(picturePath: string, edge: number): Promise<Uint8Array | undefined> {
    const original = await this.#storage.read(originalName(picturePath))
    if (original) return original
    const place = await this.#storage.read(sourceName(picturePath))
    const found = place && (await this.#readInCollection(picturePath, place))
    if (found) return found
    for (const size of PICTURE_SIZES.toReversed().filter(each => each >= edge)) {
      const bytes = await this.#storage.read(derivativeName(picturePath, size, 'webp'))
      if (bytes) return bytes
    }
    return undefined
  }

  /**
   * A network drive that is gone may never answer: then covers there count as away until it does, as the next ones would hold
   * further threads.
   */
  async #readInCollection(picturePath: string, place: Uint8Array): Promise<Uint8Array | undefined> {
    if (this.#isLookupHanging) return undefined
    let isLate = false
    const reading = this.#lookupInTurn(async () =>
      isLate ? undefined : this.#lookup.read(picturePath, place),
    )
    const late = wait(this.#lookup.limitMs, 'late' as const, { ref: false })
    const found = await Promise.race([reading, late])
    if (found !== 'late') return found
    isLate = true
    this.#isLookupHanging = true
    log.warn('the disk of the collection does not answer: covers are served in the sizes that are stored')
    const end = () => {
      this.#isLookupHanging = false
    }
    reading.then(end, end)
    return undefined
  }
}
