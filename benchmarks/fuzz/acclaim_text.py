"""A small Acclaim pair with axis frames, orders and freedoms of every kind."""

ASF = b"""# made by hand
:version 1.10
:name small
:units
  mass 1.0
  length 0.45
  angle deg
:documentation
   free text, even with begin
   and end
:root
   order TX TY TZ RX RY RZ
   axis XYZ
   position 0 0 0
   orientation 0 0 0
:bonedata
  begin
     id 1
     name thigh
     direction 0.34202 -0.939693 0
     length 7.0
     axis 0 0 20  XYZ
    dof rx ry rz
    limits (-160.0 20.0)
           (-70.0 70.0)
           (-60.0 70.0)
  end
  begin
     id 2
     name shin
     direction 0.34202 -0.939693 0
     length 7.7
     axis -90 7.62852e-016 20 XYZ
    dof rz rx
  end
  begin
     id 3
     name stump
     direction -0.6 -0.8 0
     length 2.5
     axis 0 0 0 XYZ
  end
:hierarchy
  begin
    root thigh stump
    thigh shin
  end
"""
AMC = b"""#!OML:ASF made by hand
:FULLY-SPECIFIED
:DEGREES
6
root 1 17 -26 10 -20 30
thigh 10 20 30
shin 40 -50
7
root 1.5 17.5 -26.5 1e1 -2e1 3e1
thigh -12 0.5 77
shin -41 -5
"""
