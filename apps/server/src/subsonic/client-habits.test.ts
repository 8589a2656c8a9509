import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { ADA } from '../testing/sign-up.ts'
import { readJson } from './testing/read-answer.ts'
import { startSubsonic } from './testing/start-subsonic.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Requests as apps send them when they connect, from their sources. `AUTH` stands for the credentials. */
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  Feishin: [
    'ping.view?AUTH',
    'getMusicFolders.view?AUTH',
    'getGenres.view?AUTH',
    'getAlbumList2.view?type=newest&size=20&offset=0&AUTH',
    'search3.view?query=%22%22&songCount=1&songOffset=0&artistCount=0&albumCount=0&AUTH',
    'search3.view?query=%22%22&songCount=1&songOffset=512&artistCount=0&albumCount=0&AUTH',
    'getStarred.view?musicFolderId=1&AUTH',
    'getOpenSubsonicExtensions.view?AUTH',
  ],
  aonsoku: [
    'getOpenSubsonicExtensions?u=dummy&p=dummy&v=1.16.0&c=aonsoku&f=json',
    'getScanStatus?AUTH',
    'getArtists?AUTH',
    'search3?query=&artistCount=0&albumCount=0&songCount=50&songOffset=0&AUTH',
    'getAlbumList2?type=random&size=10&AUTH',
    'getPodcasts?AUTH',
    'getInternetRadioStations?AUTH',
  ],
  Symfonium: [
    'ping.view?AUTH',
    'getUser.view?username=ada%40example.org&AUTH',
    'getMusicFolders.view?AUTH',
    'getGenres.view?AUTH',
    'search3.view?query=&artistCount=500&artistOffset=0&albumCount=0&songCount=0&AUTH',
    'search3.view?query=&artistCount=0&albumCount=500&albumOffset=0&songCount=0&AUTH',
    'search3.view?query=&artistCount=0&albumCount=0&songCount=500&songOffset=0&AUTH',
    'search3.view?query=&artistCount=0&albumCount=0&songCount=500&songOffset=500&AUTH',
    'getStarred2.view?AUTH',
  ],
  Strawberry: [
    'ping.view?AUTH',
    'getAlbumList2.view?type=alphabeticalByName&size=500&offset=0&AUTH',
    'getAlbumList2.view?type=alphabeticalByName&size=500&offset=500&AUTH',
  ],
  Ultrasonic: [
    'ping.view?AUTH',
    'getLicense.view?AUTH',
    'getMusicFolders.view?AUTH',
    'getIndexes.view?musicFolderId=1&ifModifiedSince=0&AUTH',
    'getChatMessages.view?AUTH',
    'getShares.view?AUTH',
    'getVideos.view?AUTH',
  ],
}

onBothDatabases('what apps ask when they connect', open => {
  it.each(Object.entries(SEQUENCES))(
    '%s gets an answer to everything (SUB-26, SUB-27, SUB-120)',
    async (name, calls) => {
      const { app, secret } = await startSubsonic(open, { rateLimitScale: 1 })
      const salt = 'fixed'
      const token = `t=${md5(secret + salt)}&s=${salt}`
      const encoded = `p=enc:${Buffer.from(secret).toString('hex')}`
      const isOld = name === 'Strawberry' || name === 'Ultrasonic'
      const user = encodeURIComponent(ADA.email)
      const auth = `u=${user}&${isOld ? encoded : token}&v=${isOld ? '1.7.0' : '1.16.1'}&c=${name}&f=json`
      for (let at = 0; at < 3; at++) {
        const dummy = await app.inject('/rest/ping?u=dummy&p=dummy&v=1.16.0&c=aonsoku&f=json')
        expect([dummy.statusCode, readJson(dummy.body).error?.code]).toEqual([200, 40])
      }
      for (const call of calls) {
        const { statusCode, body } = await app.inject(`/rest/${call.replace('AUTH', auth)}`)
        expect([call, statusCode, readJson(body).status]).toEqual([call, 200, 'ok'])
      }
    },
  )
})
