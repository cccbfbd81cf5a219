import { z } from 'zod'
import type { networks } from './model.ts'

const Check = z.object({ observedValue: z.number() })
const Health = z.object({ checks: z.record(z.string(), z.unknown()) })

type Network = (typeof networks)[number]

export interface PhoneHealth {
  readonly batteryPercent: number | null
  readonly charging: boolean | null
  readonly network: Network | null
}

/** Parses a phone's health report. Checks that are missing or malformed are null. */
export function healthOf(told: unknown): PhoneHealth {
  const health = Health.safeParse(told)
  const valueOf = (name: string): number | undefined =>
    health.success ? Check.safeParse(health.data.checks[name]).data?.observedValue : undefined
  const level = valueOf('battery:level')
  const charging = valueOf('battery:charging')
  return {
    batteryPercent: level === undefined ? null : Math.round(Math.min(100, Math.max(0, level))),
    charging: charging === undefined ? null : charging > 0,
    network: networkOf(valueOf('connection:status'), valueOf('connection:transport')),
  }
}

/** The flags of the app: 1 unknown, 2 cellular, 4 Wi-Fi, 8 Ethernet. */
function networkOf(status: number | undefined, transport: number | undefined): Network | null {
  if (status === 0 || transport === 0) return 'none'
  if (transport === undefined) return status === undefined ? null : 'other'
  if (transport & 4) return 'wifi'
  if (transport & 8) return 'ethernet'
  return transport & 2 ? 'cellular' : 'other'
}
