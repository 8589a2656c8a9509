import { fileURLToPath } from 'node:url'
import { operations } from '@refrain/contract/operations'
import { FOR_ARTISTS_PATH, MAIL_SETTINGS_PATH } from '@refrain/contract/service-paths'
import { loadConfigFromFile } from 'vite'
import { expect, it } from 'vitest'

const CONFIG = fileURLToPath(new URL('../apps/web/vite.config.ts', import.meta.url))

it('forwards every call and every page of the service', async () => {
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' }, CONFIG)
  const proxied = Object.keys(loaded?.config.server?.proxy ?? {})
  const paths = [...operations.map(({ path }) => path), FOR_ARTISTS_PATH, MAIL_SETTINGS_PATH]
  expect(paths.filter(path => !proxied.some(start => path.startsWith(start)))).toEqual([])
})
