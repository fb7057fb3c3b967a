/** A lane in which one piece of work runs at a time, and of those that wait only the newest is ever started. */
export class Newest<T> {
  private isBusy = false;
  private next: { item: T } | null = null;

  constructor(private readonly work: (item: T) => Promise<void>) {}

  /** Whether nothing runs and nothing waits. */
  get isIdle(): boolean {
    return !this.isBusy;
  }

  /** Whether nothing waits behind what runs. */
  get isLast(): boolean {
    return this.next === null;
  }

  push(item: T): void {
    this.next = { item };
    if (!this.isBusy) void this.run();
  }

  private async run(): Promise<void> {
    this.isBusy = true;
    try {
      while (this.next) {
        const { item } = this.next;
        this.next = null;
        await this.work(item);
      }
    } finally {
      this.isBusy = false;
    }
  }
}
