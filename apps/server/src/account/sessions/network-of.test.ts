import { expect, it } from 'vitest'
import { networkOf } from './network-of.ts'

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['127.0.0.1', '127.0.0.0/24'],
  ['2001:db8:1:2::', '2001:db8:1::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:0:2::', '2001:db8::/48'],
  ['2001:db8::7', '2001:db8::/48'],
  ['2001:10::', '2001:10::/48'],
  ['::1', '::/48'],
  ['', ''],
  ['unknown', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
