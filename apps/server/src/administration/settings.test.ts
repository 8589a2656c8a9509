import {
  fetchLiveSettings,
  GIVEN_BY_ENVIRONMENT,
  updateLiveSetting,
} from '@refrain/contract/administration/settings'
import { expect, it } from 'vitest'
import { createServiceKey } from '../account/service-keys/service-keys.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'

onBothDatabases('settings that administrators change', openDatabase => {
  it('say where they come from; the environment has the last word (fetchLiveSettings, updateLiveSetting)', async () => {
    const open = await openDatabase()
    const given = { chatUrl: 'https://chat.example.org/' }
    const app = await startApp(open, { settings: { given } })
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const artistsUrl = 'https://artists.example.org/'
    const { settings } = await answerOf(
      app,
      updateLiveSetting,
      { name: 'artistsUrl', value: artistsUrl },
      key,
    )
    expect(settings).toEqual([
      { name: 'serviceName', value: '', source: 'initial' },
      { name: 'guests', value: 'listen', source: 'initial' },
      { name: 'signUp', value: 'open', source: 'initial' },
      { name: 'watch', value: 'on', source: 'initial' },
      { name: 'artistsUrl', value: artistsUrl, source: 'stored' },
      { name: 'chatUrl', value: given.chatUrl, source: 'environment' },
    ])
    const refused = await call(app, updateLiveSetting, { name: 'chatUrl', value: null }, key)
    expect([refused.statusCode, refused.json().error]).toEqual([409, GIVEN_BY_ENVIRONMENT])
    const odd = await call(app, updateLiveSetting, { name: 'artistsUrl', value: 'javascript:alert(1)' }, key)
    expect(odd.statusCode).toBe(400)
    await answerOf(app, updateLiveSetting, { name: 'artistsUrl', value: null }, key)
    const after = await answerOf(app, fetchLiveSettings, {}, key)
    expect(after.settings[4]).toEqual({ name: 'artistsUrl', value: '', source: 'initial' })
  })
})
