import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../scripts/runtime.mjs'
import { writeMusic } from '../support/data/music.ts'

const READY = /ready: (http:\/\/\S+)/
/** What only builds or tests the service. */
const TOOLS = ['vite', 'rolldown', 'typescript', 'vitest', 'lucide-react', 'react', '@biomejs/biome']

let folder: string
let music: string
let service: ChildProcess | undefined
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-package-'))
  music = await writeMusic([
    {
      artist: 'Ada',
      album: 'Packed',
      year: 2024,
      colour: '#336699',
      genre: 'Tones',
      tracks: [{ title: 'Tone', frequency: 440, seconds: 1 }],
    },
  ])
})
afterAll(async () => {
  const ended = new Promise(resolve => service?.once('exit', resolve) ?? resolve(undefined))
  service?.kill('SIGTERM')
  await ended
  for (const path of [folder, music]) rmSync(path, { recursive: true, force: true })
})

/** Starts the service as `npm start` does in the package. @returns its address */
function start(): Promise<string> {
  const child = spawn(process.execPath, ['scripts/start.mjs', '--music', music], {
    cwd: join(folder, 'refrain'),
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  service = child
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text
        const address = READY.exec(output)?.[1]
        if (address) resolve(address)
      })
    child.once('exit', status => reject(new Error(`It ended with ${status}: ${output}`)))
  })
}

it('runs from a package without the tools that build and test it', async () => {
  const target = join(folder, 'refrain')
  execFileSync(process.execPath, ['scripts/package.mjs', target], { cwd: root })
  expect(TOOLS.filter(name => existsSync(join(target, 'node_modules', name)))).toEqual([])
  const address = await start()
  expect(await (await fetch(address)).text()).toContain('<div id="root"')
  const titles = async () => {
    const tracks = (await (await fetch(`${address}/api/fetchalltracks`)).json()) as { title: string }[]
    return tracks.map(track => track.title)
  }
  await expect.poll(titles, { timeout: 60_000 }).toEqual(['Tone'])
})

it('refuses to write into a folder that is not empty', () => {
  const write = () =>
    execFileSync(process.execPath, ['scripts/package.mjs', music], { cwd: root, stdio: 'pipe' })
  expect(write).toThrow('is not empty: name another folder.')
})
