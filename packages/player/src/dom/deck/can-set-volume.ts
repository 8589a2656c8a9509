/** Whether pages can set the volume of an element: on iPhones it stays at 1, and only `muted` and Web Audio change what is heard. */
export function canSetVolume(element: HTMLMediaElement = new Audio()): boolean {
  const { volume } = element
  element.volume = volume === 0.5 ? 1 : 0.5
  const isSet = element.volume !== volume
  element.volume = volume
  return isSet
}
