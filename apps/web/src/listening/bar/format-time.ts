import { listeningTexts } from '@refrain/messages/en/listening'

/** `90` → `1:30`. Rounds down to whole seconds; minutes continue past 59. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** `80` → `1 minute 20 seconds`, for screen readers. */
export function speakTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor(whole / 60)
  const rest = whole % 60
  return [
    ...(minutes > 0 ? [listeningTexts.minutes({ minutes })] : []),
    ...(rest > 0 || minutes === 0 ? [listeningTexts.seconds({ seconds: rest })] : []),
  ].join(' ')
}

/** The time display: `__:__` while idle, else elapsed time and duration. */
export function timeDisplay(idle: boolean, position: number, duration: number): string {
  return idle ? '__:__' : `${formatTime(position)} / ${formatTime(duration)}`
}
