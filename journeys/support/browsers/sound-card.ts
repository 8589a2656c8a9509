import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { frequencyOf, isToneOf, levelOf } from '../../sound/tone.ts'

const SINK = 'card'
/** PulseAudio exits after this idle time, so that it does not outlive a killed test run. */
const IDLE_SECONDS = 60
const STARTS_WITHIN_MS = 30_000
const LATEST_SAMPLES = 4096

/** A virtual sound card: PulseAudio with a null sink, and a recording of the sink's monitor. */
export interface SoundCard {
  /** The environment of programs that play on it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly rate: number
  /** RMS of the current audio. */
  level(): number
  /** Current frequency in Hz; valid for a pure tone. */
  frequency(): number
  /** Whether a pure tone within 25 Hz of this frequency is playing. */
  isTone(frequency: number): boolean
  /** Starts a new recording and drops the previous one. */
  record(): void
  /** The recording since then, one channel. */
  recorded(): Float32Array
  stop(): Promise<void>
}

/**
 * @param rate samples per second; audio at this rate is recorded bit for bit
 * @param options.rewinds takes back what it has rendered when a stream begins, as real cards do
 */
export async function startSoundCard(rate = 44_100, { rewinds = false } = {}): Promise<SoundCard> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-sound-card-'))
  const socket = join(folder, 'native')
  const environment = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_CONFIG_HOME: folder,
    PULSE_SERVER: `unix:${socket}`,
  }
  const server = start('pulseaudio', pulseAudioArguments(socket, rate, rewinds), environment)
  await until(() => existsSync(socket), 'PulseAudio did not start')
  const recorder = start('parec', recorderArguments(rate), environment)
  const recording = listenTo(recorder, rate)
  await until(recording.hasBegun, 'The null sink could not be recorded')
  return {
    environment,
    rate,
    ...recording,
    async stop() {
      await end(recorder)
      await end(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Without `norewinds` a null sink renders up to two seconds at a time while no stream asks for less. A new stream then
 * has its first buffer played and is asked for more two seconds later: sound and media clock stand still meanwhile, and
 * Firefox opens a new stream at every seek. Real cards rewind instead.
 */
function pulseAudioArguments(socket: string, rate: number, rewinds: boolean): string[] {
  return [
    ...['-n', '--system=false', '--daemonize=no', '--use-pid-file=no', '--log-level=error'],
    `--exit-idle-time=${IDLE_SECONDS}`,
    ...['-L', `module-null-sink sink_name=${SINK} rate=${rate}${rewinds ? '' : ' norewinds=1'}`],
    ...['-L', `module-native-protocol-unix socket=${socket} auth-anonymous=1`],
  ]
}

const recorderArguments = (rate: number) => [
  ...['--raw', '--format=float32le', '--channels=1', `--rate=${rate}`],
  ...[`--device=${SINK}.monitor`, '--latency-msec=20'],
]

/** Discards warnings about missing D-Bus and cookies, which are not needed here. */
const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })

async function until(condition: () => boolean, failure: string): Promise<void> {
  const deadline = performance.now() + STARTS_WITHIN_MS
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`${failure}. Is it installed?`)
    await wait(20)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function listenTo(recorder: ChildProcess, rate: number) {
  const latest = new Float32Array(LATEST_SAMPLES)
  let rest = Buffer.alloc(0)
  let blocks: Float32Array[] | undefined
  let begun = false
  recorder.stdout?.on('data', (chunk: Buffer) => {
    begun = true
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % Float32Array.BYTES_PER_ELEMENT)
    rest = bytes.subarray(whole)
    // A copy: a view has to begin at a multiple of four bytes.
    const samples = new Float32Array(new Uint8Array(bytes.subarray(0, whole)).buffer)
    const newest = samples.subarray(-LATEST_SAMPLES)
    latest.copyWithin(0, newest.length)
    latest.set(newest, LATEST_SAMPLES - newest.length)
    blocks?.push(samples)
  })
  return {
    hasBegun: () => begun,
    level: () => levelOf(latest),
    frequency: () => frequencyOf(latest, rate),
    isTone: (frequency: number) => isToneOf(latest, rate, frequency),
    record() {
      blocks = []
    },
    recorded() {
      const all = blocks ?? []
      const samples = new Float32Array(all.reduce((length, block) => length + block.length, 0))
      let at = 0
      for (const block of all) {
        samples.set(block, at)
        at += block.length
      }
      return samples
    },
  }
}
