"""``unbake judge``: what people say of transplants and blends, compared and taken over."""
