import { hash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SCREEN_CODE_FILE } from '@refrain/contract/service-paths'

/** The build that the service serves. */
export const BUILD = fileURLToPath(new URL('../../../apps/web/dist', import.meta.url))

const COMPRESSED = /\.(br|gz)$/
const TEXT = /\.(js|css|html)$/
const PRERENDERER = join('.prerender', 'prerender-pages.mjs')
const sha256 = (text: string) => `sha256-${hash('sha256', text, 'base64')}`

/** Writes another build: new fingerprints and its build number in the page. Returns its folder. */
export function writeBuild(number: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-build-'))
  cpSync(BUILD, folder, { recursive: true, filter: path => !COMPRESSED.test(path) })
  const assets = readdirSync(join(folder, 'assets'))
  const renamed = new Map(assets.map(name => [name, name.replace(/(\.\w+)$/, `-${number}$1`)]))
  for (const [from, to] of renamed) renameSync(join(folder, 'assets', from), join(folder, 'assets', to))
  const rewrite = (path: string, more: (text: string) => string = text => text) => {
    const before = readFileSync(join(folder, path), 'utf8')
    let text = before
    for (const [from, to] of renamed) text = text.replaceAll(from, to)
    const after = more(text)
    writeFileSync(join(folder, path), after)
    return { before, after }
  }
  for (const name of renamed.values()) if (TEXT.test(name)) rewrite(join('assets', name))
  rewrite(PRERENDERER)
  rewrite(SCREEN_CODE_FILE)
  const page = rewrite('index.html', text =>
    text
      .replace('<html', `<html data-build="${number}"`)
      .replace(/(name="build" content="[\w-]+)"/, `$1-${number}"`),
  )
  rewrite('service-worker.js', text =>
    text
      .replaceAll(sha256(page.before), () => sha256(page.after))
      .replace(/\bid:(["'`])([\w-]+)\1/, `id:$1$2-${number}$1`),
  )
  return folder
}

export const removeBuild = (folder: string) => rmSync(folder, { recursive: true, force: true })
