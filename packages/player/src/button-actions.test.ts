import { expect, it } from 'vitest'
import { albumButtonAction, listButtonAction, trackButtonAction } from './button-actions.ts'
import { IDLE_STATE, type PlayerState } from './state/player-state.ts'
import { makeTrack, makeTracks } from './testing/make-tracks.ts'

const tracks = makeTracks('a', 'b')
const listed = (fields: Partial<PlayerState>, id = 'album'): PlayerState => ({
  ...IDLE_STATE,
  list: { id, title: '', type: 'album' },
  naturalOrders: { album: tracks, user: [] },
  ...fields,
})
const a = tracks[0]!
const stranger = makeTrack('s', { albumId: 'other' })

it.each([
  ['idle', IDLE_STATE, 'start'],
  ['its track plays', listed({ status: 'playing', track: a }), 'pause'],
  ['its track loads', listed({ status: 'loading', track: a }), 'pause'],
  ['its track is paused', listed({ status: 'paused', track: a }), 'resume'],
  [
    'it is the current one but a track of another plays',
    listed({ status: 'playing', track: stranger }),
    'start',
  ],
  ['its track plays in another list', listed({ status: 'playing', track: a }, 'mix'), 'resume'],
  ['its track is paused in another list', listed({ status: 'paused', track: a }, 'mix'), 'resume'],
])("an album's button while %s (ALB-15, ALB-16, ALB-17, READ-40)", (_, state, act) => {
  expect(albumButtonAction(state, 'album')).toBe(act)
})

it.each([
  ['idle', IDLE_STATE, 'start'],
  ['its track plays', listed({ status: 'playing', track: a }, 'mix'), 'pause'],
  ['its track loads', listed({ status: 'loading', track: a }, 'mix'), 'pause'],
  ['its track is paused', listed({ status: 'paused', track: a }, 'mix'), 'resume'],
  ['another track plays', listed({ status: 'playing', track: stranger }, 'mix'), 'start'],
  ['its track plays in another list', listed({ status: 'playing', track: a }), 'start'],
])("a playlist's button while %s (PLD-09, READ-39)", (_, state, act) => {
  expect(listButtonAction(state, 'mix')).toBe(act)
})

it.each([
  ['idle', IDLE_STATE, 'start'],
  ['it plays', listed({ status: 'playing', track: a }), 'pause'],
  ['it loads', listed({ status: 'loading', track: a }), 'pause'],
  ['it is paused', listed({ status: 'paused', track: a }), 'resume'],
  ['another is paused', listed({ status: 'paused', track: stranger }), 'start'],
])("a track's button while %s (ROW-19, ROW-20, ROW-21)", (_, state, act) => {
  expect(trackButtonAction(state, 'a')).toBe(act)
})
