import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { PictureDecoder } from './picture-decoder.ts'
import { DecoderUnavailableError, PictureError } from './picture-error.ts'

const ODD = fileURLToPath(new URL('./testing/fake-decoder-process.ts', import.meta.url))
const NEVER = 3_600_000

function openDecoder({ limitMs = NEVER, program = ODD } = {}): PictureDecoder {
  const decoder = new PictureDecoder({ processes: 1, limitMs, program })
  onTestFinished(() => decoder.close())
  return decoder
}

const failure = (result: Promise<unknown>) => result.then(() => undefined).catch((error: Error) => error)

/** Bytes that hang the decoder, and its process id once it hangs. */
function hanging() {
  const file = join(temporaryFolder(), 'pid')
  return {
    bytes: Buffer.from(`hang ${file}`),
    pid: () =>
      vi.waitFor(
        () => {
          expect(existsSync(file)).toBe(true)
          return Number(readFileSync(file, 'utf8'))
        },
        { timeout: 20_000 },
      ),
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('aborts a picture at its time limit', async () => {
  const decoder = openDecoder({ limitMs: 1 })
  expect(await failure(decoder.measureEdge(hanging().bytes))).toBeInstanceOf(DecoderUnavailableError)
})

it('kills an aborted decoder, fails once it is dead, and continues with the next picture', async () => {
  const decoder = openDecoder()
  const { bytes, pid } = hanging()
  const caller = new AbortController()
  const broken = failure(decoder.measureEdge(bytes, { signal: caller.signal }))
  const next = decoder.measureEdge(Buffer.from('answer'))
  const id = await pid()
  const why = new Error('too late')
  caller.abort(why)
  expect(await broken).toBe(why)
  expect(isAlive(id)).toBe(false)
  expect(await next).toBe(7)
})

it.each([
  ['refuse', PictureError, 'it is odd'],
  ['crash', PictureError, 'it crashes the decoder'],
  ['grow', PictureError, 'decoding it takes too much memory'],
  ['end', DecoderUnavailableError, 'its decoder ended unexpectedly'],
])('distinguishes problems of the picture from those of the machine: %s', async (act, kind, message) => {
  const decoder = openDecoder()
  const error = await failure(decoder.measureEdge(Buffer.from(act)))
  expect(error).toBeInstanceOf(kind)
  expect(error?.message).toBe(message)
  expect(await decoder.measureEdge(Buffer.from('answer'))).toBe(7)
})

it('blames no picture when the decoder does not start', async () => {
  const decoder = openDecoder({ program: '/no-such-program.ts' })
  expect(await failure(decoder.measureEdge(Buffer.from('answer')))).toBeInstanceOf(DecoderUnavailableError)
})

it('starts a new process on request', async () => {
  const decoder = openDecoder()
  const idOf = (isFresh: boolean) => decoder.measureEdge(Buffer.from('id'), { isFresh })
  const first = await idOf(false)
  expect(await idOf(false)).toBe(first)
  expect(await idOf(true)).not.toBe(first)
})

it('aborts decoding when it is closed', async () => {
  const decoder = openDecoder()
  const { bytes, pid } = hanging()
  const broken = failure(decoder.measureEdge(bytes))
  const id = await pid()
  decoder.close()
  expect(await broken).toBeInstanceOf(DecoderUnavailableError)
  expect(isAlive(id)).toBe(false)
})
