import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const derive = promisify(argon2)

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const LEVEL = 3
/** No object is larger; a damaged or hostile one must not fill the memory. */
const MAX_BYTES = 512 * 1024 * 1024

/** How a key is made from a passphrase. */
export interface KeyDerivation {
  readonly name: 'argon2id'
  /** Base64. */
  readonly salt: string
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** Names, compresses and encrypts what a backup consists of. */
export interface Seal {
  /** Name of a chunk, made of its content. With a passphrase it says nothing about the content to others. */
  nameOf(content: Uint8Array): string
  /** @param name authenticated with the content, so that objects cannot be exchanged */
  seal(name: string, content: Uint8Array): Promise<Buffer>
  /** @throws SealError if the object is damaged, or sealed with another key */
  unseal(name: string, sealed: Uint8Array): Promise<Buffer>
}

export class SealError extends Error {
  override name = 'SealError'
}

export function newKeyDerivation(): KeyDerivation {
  const salt = randomBytes(16).toString('base64')
  return { name: 'argon2id', salt, memory: 65_536, passes: 3, parallelism: 1 }
}

/** Only compresses. */
export const plainSeal: Seal = {
  nameOf: content => createHash('sha256').update(content).digest('hex'),
  seal: (_name, content) => pack(content),
  unseal: (_name, sealed) => unpack(sealed),
}

/** Compresses, then encrypts with AES-256-GCM and a key made from the passphrase. */
export async function passphraseSeal(passphrase: string, derivation: KeyDerivation): Promise<Seal> {
  const { salt, memory, passes, parallelism } = derivation
  const parameters = { memory, passes, parallelism, tagLength: KEY_BYTES }
  const message = passphrase.normalize('NFC')
  const master = await derive('argon2id', { message, nonce: Buffer.from(salt, 'base64'), ...parameters })
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, '', `refrain-backup ${purpose}`, KEY_BYTES))
  const [naming, encryption] = [keyFor('names'), keyFor('content')]
  return {
    nameOf: content => createHmac('sha256', naming).update(content).digest('hex'),
    async seal(name, content) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, encryption, nonce).setAAD(Buffer.from(name))
      const body = [cipher.update(await pack(content)), cipher.final()]
      return Buffer.concat([nonce, ...body, cipher.getAuthTag()])
    },
    async unseal(name, sealed) {
      const tagAt = sealed.length - TAG_BYTES
      if (tagAt < NONCE_BYTES) throw new SealError('It is too short.')
      const decipher = createDecipheriv(CIPHER, encryption, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(tagAt))
      try {
        return await unpack(
          Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, tagAt)), decipher.final()]),
        )
      } catch (error) {
        throw new SealError((error as Error).message)
      }
    },
  }
}

function pack(content: Uint8Array): Promise<Buffer> {
  return compress(content, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
}

async function unpack(packed: Uint8Array): Promise<Buffer> {
  try {
    return await decompress(packed, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    throw new SealError((error as Error).message)
  }
}
