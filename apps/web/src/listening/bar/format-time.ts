/** `90` → `1:30`. Whole seconds, rounded down; minutes go on past 59. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** `80` → `1 minute 20 seconds`, for those who hear it. */
export function speakTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor(whole / 60)
  const rest = whole % 60
  return [
    ...(minutes > 0 ? [`${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`] : []),
    ...(rest > 0 || minutes === 0 ? [`${rest} ${rest === 1 ? 'second' : 'seconds'}`] : []),
  ].join(' ')
}

/** What the player's time display says: `__:__` while idle, else elapsed and duration (READ-57). */
export function timeDisplay(idle: boolean, position: number, duration: number): string {
  return idle ? '__:__' : `${formatTime(position)} / ${formatTime(duration)}`
}
