import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { readConnectedPrograms } from './connected-service-store.ts'
import { emptyPlace } from './testing/places.ts'

it('finds a service that only listens for messages of other processes', async () => {
  const place = await emptyPlace('PostgreSQL')
  expect(await readConnectedPrograms(place.databaseUrl)).toEqual([])
  const { pubSub, close } = openDatabase(place)
  onTestFinished(close)
  onTestFinished(
    (await pubSub?.subscribe(
      () => {},
      () => {},
    )) as () => Promise<void>,
  )
  expect(await readConnectedPrograms(place.databaseUrl)).toEqual([
    expect.stringContaining(`Refrain ${process.pid} `),
  ])
})
