/** A lane in which one piece of work runs at a time, and of those that wait only the newest is ever started. */
export class Newest<T> {
  private isBusy = false;
  private next: T | undefined;

  constructor(private readonly work: (item: T) => Promise<void>) {}

  /** Whether nothing runs and nothing waits. */
  get isIdle(): boolean {
    return !this.isBusy;
  }

  push(item: T): void {
    this.next = item;
    if (!this.isBusy) void this.run();
  }

  private async run(): Promise<void> {
    this.isBusy = true;
    try {
      while (this.next !== undefined) {
        const item = this.next;
        this.next = undefined;
        await this.work(item);
      }
    } finally {
      this.isBusy = false;
    }
  }
}
