import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT_ICON, PRODUCT_NAME } from '@refrain/contract/product'
import { translate } from '@refrain/messages/texts'
import { screens } from '@refrain/server/pages/screens'
import { formatHex } from 'culori'
import { afterEach, expect, it } from 'vitest'
import { createAppManifest } from '../apps/web/app-manifest.ts'
import { root } from './sources.ts'

const appManifest = createAppManifest()

afterEach(() => translate('en', {}))

it('uses the background colour of the pages', () => {
  const tokens = readFileSync(join(root, 'apps/web/src/tokens.css'), 'utf8')
  const ground = /--ground: ([^;]+);/.exec(tokens)?.[1]
  const asHex = formatHex(ground)
  expect([appManifest.background_color, appManifest.theme_color]).toEqual([asHex, asHex])
})

it('has the product name, the icons that systems require, and shortcuts to existing screens', () => {
  expect([appManifest.name, appManifest.start_url, appManifest.display]).toEqual([
    PRODUCT_NAME,
    '/',
    'standalone',
  ])
  const icons = appManifest.icons.map(icon => `${icon.sizes} ${icon.purpose}`)
  expect(icons).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
  expect(appManifest.icons.map(icon => icon.src)).toContain(PRODUCT_ICON.path)
  const patterns = screens.map(screen => screen.pattern)
  for (const { url } of appManifest.shortcuts) expect(patterns).toContain(url)
})

it('is in the language of the service', () => {
  translate('de', { previews: { summary: 'Alben im Browser.' }, titles: { search: 'Suche' } })
  const { lang, description, shortcuts } = createAppManifest()
  expect([lang, description, shortcuts[0]?.name]).toEqual(['de', 'Alben im Browser.', 'Suche'])
})
