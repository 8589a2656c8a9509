import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { root } from '../../scripts/runtime.mjs'
import { writeMusic } from '../support/data/music.ts'

const READY = /ready: (http:\/\/\S+)/
/** What only builds or tests the service. */
const TOOLS = ['vite', 'rolldown', 'typescript', 'vitest', 'lucide-react', 'react', '@biomejs/biome']
/** An account that owns nothing, where this one may use it. */
const OTHER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const INSTALL = 'packaging/install.sh'

let folder: string
/** The installed program: read-only, and root's where this account is root. */
let program: string
/** Status and output of its installation. */
let installation: readonly [number | null, string]
let music: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-package-'))
  chmodSync(folder, 0o755)
  program = join(ownFolder('built'), 'refrain')
  installation = await installFromCopy(program)
  if (OTHER.uid !== undefined) execFileSync('chown', ['-R', '0:0', program])
  execFileSync('chmod', ['-R', 'a-w', program])
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
  execFileSync('chmod', ['-R', 'a+rX', music])
}, 300_000)
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', folder])
  for (const path of [folder, music]) rmSync(path, { recursive: true, force: true })
})

/** A folder that the other account owns. */
function ownFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  if (OTHER.uid !== undefined) chownSync(path, OTHER.uid, OTHER.gid)
  return path
}

/** The Dockerfile's instruction in its JSON form. */
function dockerCommand(instruction: RegExp): string[] {
  const [, command] = instruction.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  return JSON.parse(command ?? '[]')
}
const ENTRYPOINT = dockerCommand(/^ENTRYPOINT (.*)$/m)
const HEALTHCHECK = dockerCommand(/^HEALTHCHECK .*CMD (.*)$/m)

/** Runs a command of the container in the installed program as the other account, which has no home. */
function run([command = '', ...args]: readonly string[], env: Record<string, string>, cwd = program) {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: `${program}/bin:${process.env.PATH}`, LOG_FORMAT: 'text', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...OTHER,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
    })
  const ended = once(child, 'close').then(([status]) => status as number | null)
  return { child, ended, output: () => output }
}

/** Starts the service until the test ends. @returns its address */
async function start(args: readonly string[], env: Record<string, string>) {
  const service = run([...ENTRYPOINT, ...args], env)
  onTestFinished(() => stop(service))
  const isReady = () => READY.test(service.output()) || service.child.exitCode !== null
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  const address = READY.exec(service.output())?.[1]
  if (address === undefined) throw new Error(service.output())
  return { address, output: service.output }
}

async function stop({ child, ended }: { child: ChildProcess; ended: Promise<unknown> }): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

const filesIn = (path: string) => readdirSync(path, { recursive: true }).toSorted()

describe('the installed program', () => {
  it('has no tools that build and test it', () => {
    expect(TOOLS.filter(name => existsSync(join(program, 'node_modules', name)))).toEqual([])
    const { scripts } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'))
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining([
        'start',
        'import',
        'backup',
        'backup:verify',
        'restore',
        'move',
        'service-key',
      ]),
    )
    expect(Object.keys(scripts).filter(name => /test|check|bench|package/.test(name))).toEqual([])
  })

  it('runs as an account that cannot write to it, and installs, builds and stores nothing there', async () => {
    const before = filesIn(program)
    const home = ownFolder('home')
    const { address, output } = await start(['--music', music], { PORT: '0', HOME: home })
    expect(await (await fetch(address)).text()).toContain('<div id="root"')
    const titles = async () => {
      const tracks = (await (await fetch(`${address}/api/fetchalltracks`)).json()) as { title: string }[]
      return tracks.map(track => track.title)
    }
    await expect.poll(titles, { timeout: 60_000 }).toEqual(['Tone'])
    expect(output()).not.toMatch(/Installing|Building|root/)
    expect(filesIn(program)).toEqual(before)
    const dataDir = join(home, '.local/share/refrain')
    expect(filesIn(dataDir)).toContain('refrain.db')

    const { port } = new URL(address)
    expect(await run(HEALTHCHECK, { PORT: port }).ended).toBe(0)
    expect(await run(HEALTHCHECK, { PORT: '1' }).ended).toBe(1)
    const backups = ownFolder('backups')
    const backup = run(['node', '--run', 'backup', '--', backups], { HOME: home })
    expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining(backups)])
    // Once the data folder is there, programs cache their code in it.
    expect(filesIn(dataDir)).toContain('compiled')
  })

  it('ends with one line if no folder for its data can be written', async () => {
    const { ended, output } = run(ENTRYPOINT, { PORT: '0' })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/^The data folder \S+ cannot be written: .*set DATA_DIR\.\n$/)
  })
})

describe(INSTALL, () => {
  it('works in a clean copy of the repository as another account, as in the image', () => {
    expect(installation).toEqual([0, expect.stringContaining(`Installed in ${program}.`)])
  })

  it('refuses to write into a folder that is not empty, and names what it needs', async () => {
    const refusal = async (...args: string[]) => {
      const { ended, output } = run(['sh', join(root, INSTALL), ...args], {})
      return [await ended, output()]
    }
    expect(await refusal(music)).toEqual([1, `${music} is not empty: name another folder.\n`])
    expect(await refusal()).toEqual([1, `Name a folder: sh ${INSTALL} FOLDER\n`])
  })
})

/** Installs as the other account, from a copy of its own. @returns status and output */
async function installFromCopy(target: string): Promise<readonly [number | null, string]> {
  const source = ownFolder('source')
  for (const path of sentToDocker()) cpSync(join(root, path), join(source, path))
  if (OTHER.uid !== undefined) execFileSync('chown', ['-R', `${OTHER.uid}:${OTHER.gid}`, source])
  // Stands for downloading them. Only the folder changes hands: its files may be those of this repository.
  const packages = join(source, 'node_modules')
  linkPackages(packages)
  if (OTHER.uid !== undefined) chownSync(packages, OTHER.uid, OTHER.gid)
  const { ended, output } = run(['sh', join(source, INSTALL), target], { HOME: source }, source)
  return [await ended, output()]
}

/** Files of the repository that .dockerignore leaves in. */
function sentToDocker(): string[] {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.replace(/^\//, ''))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter(path => path !== '' && existsSync(join(root, path)))
    .filter(path => !ignored.some(name => path === name || path.startsWith(`${name}/`)))
}

/** Hard links where the file system allows, else copies. */
function linkPackages(target: string): void {
  const from = join(root, 'node_modules')
  try {
    execFileSync('cp', ['-al', from, target], { stdio: 'ignore' })
  } catch {
    rmSync(target, { recursive: true, force: true })
    execFileSync('cp', ['-a', from, dirname(target)])
  }
  // Temporary files of tools, which only their own account can write.
  for (const name of ['.cache', '.vite-temp']) rmSync(join(target, name), { recursive: true, force: true })
}
