import { fork } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Codec } from '@refrain/audio/audio-info'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { Analyser, AnalysisError } from './analyser.ts'

const ODD = fileURLToPath(new URL('./testing/fake-analyser-process.ts', import.meta.url))
/** Analyses have the lowest priority: on a busy machine they may take long. */
vi.setConfig({ testTimeout: 120_000 })

const fileOf = (codec: string) => ({
  path: '',
  codec: codec as Codec,
  sampleRate: 48_000,
  channels: 1,
  trueSamples: 1,
  primingSamples: 0,
})

function startAnalyser(limits: ConstructorParameters<typeof Analyser>[0] = {}): Analyser {
  const analyser = new Analyser(limits, ODD)
  onTestFinished(() => analyser.stop())
  return analyser
}

it.each([
  ['dies', {}, 'crashed on this file'],
  ['fails', {}, 'odd'],
  ['hangs', { silenceMs: 300 }, 'stopped answering'],
  ['goes-on', { cpuMs: 900 }, 'took too long'],
])('fails alone on a file whose reader %s, and analyses the next one', async (codec, limits, why) => {
  const analyser = startAnalyser(limits)
  const failure = await analyser.analyse(fileOf(codec)).catch((error: Error) => error)
  expect(failure).toBeInstanceOf(AnalysisError)
  expect((failure as Error).message).toContain(why)
  const patient = codec === 'hangs' || codec === 'goes-on' ? startAnalyser() : analyser
  expect(await patient.analyse(fileOf('answers'))).toEqual({ loudness: -20 })
})

it('blames no file when the process does not start', async () => {
  const analyser = new Analyser({}, '/no-such-program.ts')
  onTestFinished(() => analyser.stop())
  const failure = await analyser.analyse(fileOf('answers')).catch((error: Error) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(AnalysisError)
})

it('distinguishes problems of the machine from those of the file', async () => {
  const analyser = new Analyser()
  onTestFinished(() => analyser.stop())
  const folder = temporaryFolder()
  const faultOf = (path: string) => analyser.analyse({ ...fileOf('flac'), path }).catch(error => error.fault)
  expect(await faultOf(join(folder, 'gone.flac'))).toBe('machine')
  expect(await faultOf(fileURLToPath(import.meta.url))).toBe('file')
})

it('stops at once, without a result for the current file', async () => {
  const analyser = startAnalyser()
  const broken = analyser.analyse(fileOf('hangs')).catch((error: Error) => error)
  void analyser.stop()
  expect(await broken).not.toBeInstanceOf(AnalysisError)
  await expect(analyser.analyse(fileOf('answers'))).rejects.toThrow('stopping')
})

/** Stands for an ffmpeg that hangs; says its id and what its parent was told of the database. */
function hangingFfmpeg() {
  const folder = temporaryFolder()
  const said = join(folder, 'said')
  const program = join(folder, 'ffmpeg')
  const parent = 'tr "\\0" "\\n" < /proc/$PPID/environ 2>/dev/null | grep -c DATABASE_URL'
  writeFileSync(
    program,
    `#!/bin/sh\nPATH=/usr/bin:/bin\necho $$ $(${parent}) > ${said}.new\nmv ${said}.new ${said}\nexec sleep 300\n`,
  )
  chmodSync(program, 0o755)
  vi.stubEnv('PATH', folder)
  vi.stubEnv('DATABASE_URL', 'postgres://ada:secret@db/refrain')
  onTestFinished(() => void vi.unstubAllEnvs())
  const soon = { timeout: 50_000, interval: 20 }
  return {
    started: () => vi.waitFor(() => readFileSync(said, 'utf8').trim().split(' ').map(Number), soon),
    gone: (id: number) => vi.waitFor(() => expect(() => process.kill(id, 0)).toThrow(), soon),
  }
}

it('also ends external decoders, and passes them no database address', async () => {
  const ffmpeg = hangingFfmpeg()
  const analyser = new Analyser()
  const broken = analyser.analyse(fileOf('aac')).catch((error: Error) => error)
  const [id = 0, told] = await ffmpeg.started()
  void analyser.stop()
  await broken
  await ffmpeg.gone(id)
  expect(told).toBe(0)
})

it('leaves no process behind when the service dies', async () => {
  const ffmpeg = hangingFfmpeg()
  const program = fileURLToPath(new URL('./analyser-process.ts', import.meta.url))
  const child = fork(program, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.send(fileOf('aac'))
  const [id = 0] = await ffmpeg.started()
  child.disconnect()
  await ffmpeg.gone(id)
})

it('waits while the service reports that it is busy', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'tone.flac')
  writeFileSync(path, await flacBytes(tone(48_000, 440)))
  const yieldTo = join(folder, 'busy')
  const analyser = new Analyser({ yieldTo })
  onTestFinished(() => analyser.stop())
  const file = { ...fileOf('flac'), path, trueSamples: 48_000 }
  await analyser.analyse(file)
  // Longer than it works between two looks.
  await wait(100)
  writeFileSync(yieldTo, '')
  const start = performance.now()
  await analyser.analyse(file)
  expect(performance.now() - start).toBeGreaterThanOrEqual(300)
})

it('reports a file of noise as unreadable', async () => {
  const analyser = new Analyser()
  onTestFinished(() => analyser.stop())
  await expect(analyser.analyse({ ...fileOf('flac'), path: fileURLToPath(import.meta.url) })).rejects.toThrow(
    AnalysisError,
  )
})
