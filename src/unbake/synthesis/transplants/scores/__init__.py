"""How sound a motion is: limbs in each other, jerk, feet that drift or sink, arms unlike all captured ones."""
