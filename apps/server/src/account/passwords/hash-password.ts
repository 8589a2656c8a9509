import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { RequestError } from '../../http/errors/request-errors.ts'

interface Argon2Parameters {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const PARAMETERS: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const DIGEST_BYTES = 32
/** Hashing shares libuv's thread pool with file reads: more than one per processor would only delay those. */
const CONCURRENCY = Math.min(4, availableParallelism())
const MAX_QUEUED = 64
const RETRY_SECONDS = 2

const derive = promisify(argon2)
const queue = pLimit(CONCURRENCY)

/**
 * Hashes a password with argon2id. @returns the hash in PHC format, which includes its parameters
 * @param signal aborts while queued
 */
export async function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return toPhc(PARAMETERS, salt, await deriveKey(password, salt, PARAMETERS, DIGEST_BYTES, signal))
}

/** A hash that no password has: verifying against it makes missing accounts cost the same time. */
const DUMMY_HASH = toPhc(PARAMETERS, randomBytes(SALT_BYTES), randomBytes(DIGEST_BYTES))

/**
 * Whether the password matches the hash. Without a hash it takes as long and is false.
 * @param signal aborts while queued
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const { parameters, salt, digest } = readPhc(hash ?? DUMMY_HASH)
  return timingSafeEqual(digest, await deriveKey(password, salt, parameters, digest.length, signal))
}

/** Whether the hash was made with other than the current parameters. */
export function isOutdated(hash: string): boolean {
  const { memory, passes, parallelism } = readPhc(hash).parameters
  return (
    memory !== PARAMETERS.memory || passes !== PARAMETERS.passes || parallelism !== PARAMETERS.parallelism
  )
}

/** @throws RequestError (503) if too many are queued */
async function deriveKey(
  password: string,
  nonce: Buffer,
  given: Argon2Parameters,
  tagLength: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  if (queue.pendingCount >= MAX_QUEUED) {
    throw new RequestError(503, 'The service is busy: try again in a moment.', RETRY_SECONDS)
  }
  return queue(() => {
    signal?.throwIfAborted()
    return derive('argon2id', { message: password, nonce, tagLength, ...given })
  })
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function readPhc(hash: string): { parameters: Argon2Parameters; salt: Buffer; digest: Buffer } {
  const [, memory, passes, parallelism, salt, digest] = PHC.exec(hash) ?? []
  if (!salt || !digest) throw new Error('A stored password hash is not in PHC format.')
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  }
}

function toPhc({ memory, passes, parallelism }: Argon2Parameters, salt: Buffer, digest: Buffer): string {
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(digest)}`
}
