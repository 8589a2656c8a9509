import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeWav } from '@refrain/audio/testing/make-pcm'
import { completeSetUp } from '@refrain/contract/administration/set-up'
import { expect, it, onTestFinished } from 'vitest'
import { programPath } from '../../../../scripts/build.mjs'
import { ADA } from '../testing/sign-up.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** However slow the machine is. */
const SOON = { timeout: 30_000 }
const PATIENCE = 90_000
const SERVE = programPath('serve')
const ADDED = /^Your music has been added: 1 track/m
const SET_UP = /^Set it up in the browser: (http:\S+)\/setup#code=([\da-f]{32})$/m

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [SERVE], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', PORT: '0', SAMPLE: 'off', ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      text += chunk
    })
  }
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, text: () => text }
}

it(
  'prints a code, imports the folder that the set-up chooses, and again at the next start',
  async () => {
    const music = realpathSync(temporaryFolder())
    writeFileSync(join(music, 'quiet.wav'), makeWav(4_410))
    const env = { DATA_DIR: temporaryFolder(), MUSIC_ROOTS: music }
    const first = start(env)
    await expect.poll(first.text, SOON).toMatch(SET_UP)
    const [, address, code] = SET_UP.exec(first.text()) as RegExpExecArray
    const { status } = await fetch(address + completeSetUp.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ADA, code, music }),
    })
    expect(status).toBe(200)
    await expect.poll(first.text, SOON).toMatch(ADDED)
    const ended = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const next = start(env)
    await expect.poll(next.text, SOON).toMatch(ADDED)
    expect(next.text()).not.toMatch(SET_UP)
  },
  PATIENCE,
)
