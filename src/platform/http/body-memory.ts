import { callerSubject } from '../caller-subject.ts'

export interface BodyMemoryLimits {
  readonly bytesMax: number
  /** From one IPv4 address or IPv6 /64. */
  readonly networkBytesMax: number
}

export interface BodyRoom {
  readonly take: (bytes: number) => void
  readonly free: () => void
}

/** `refuse` is called at most once, when the body must give up its memory. */
export type OpenRoom = (refuse: () => void) => BodyRoom

interface Network {
  bytes: number
  readonly rooms: Set<Room>
}

/** Limits the memory of arriving bodies. When it is exhausted, the network with the most memory loses a body. */
export class BodyMemory {
  readonly #limits: BodyMemoryLimits
  readonly #networks = new Map<string, Network>()
  #bytes = 0

  constructor(limits: BodyMemoryLimits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  from(address: string): OpenRoom {
    return (refuse) => new Room(this, callerSubject(address), refuse)
  }

  add(room: Room, bytes: number): void {
    const network = this.#networks.get(room.network) ?? { bytes: 0, rooms: new Set() }
    this.#networks.set(room.network, network)
    network.rooms.add(room)
    room.bytes += bytes
    network.bytes += bytes
    this.#bytes += bytes
    if (network.bytes > this.#limits.networkBytesMax) room.giveUp()
    while (this.#bytes > this.#limits.bytesMax) this.#largest().giveUp()
  }

  remove(room: Room): void {
    const network = this.#networks.get(room.network)
    if (!network?.rooms.delete(room)) return
    if (network.rooms.size === 0) this.#networks.delete(room.network)
    network.bytes -= room.bytes
    this.#bytes -= room.bytes
  }

  #largest(): Room {
    let heaviest: Network | undefined
    for (const network of this.#networks.values())
      if (!heaviest || network.bytes > heaviest.bytes) heaviest = network
    let largest: Room | undefined
    for (const room of heaviest?.rooms ?? []) if (!largest || room.bytes > largest.bytes) largest = room
    if (!largest) throw new Error('Memory of bodies is taken, but by none of them.')
    return largest
  }
}

class Room implements BodyRoom {
  readonly network: string
  bytes = 0
  readonly #memory: BodyMemory
  readonly #refuse: () => void
  #closed = false

  constructor(memory: BodyMemory, network: string, refuse: () => void) {
    this.#memory = memory
    this.network = network
    this.#refuse = refuse
  }

  take(bytes: number): void {
    if (!this.#closed) this.#memory.add(this, bytes)
  }

  free(): void {
    this.#closed = true
    this.#memory.remove(this)
  }

  giveUp(): void {
    this.free()
    this.#refuse()
  }
}

const mebibyte = 1024 ** 2

/** Separate budgets, so that anonymous clients can't block authenticated ones. */
export interface Bodies {
  readonly strangers: BodyMemory
  readonly callers: BodyMemory
}

export const openBodies = (): Bodies => ({
  strangers: new BodyMemory({ bytesMax: 32 * mebibyte, networkBytesMax: 8 * mebibyte }),
  callers: new BodyMemory({ bytesMax: 64 * mebibyte, networkBytesMax: 16 * mebibyte }),
})
